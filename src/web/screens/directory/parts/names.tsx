import { CLOUD_TYPE_NAMES } from '#kernel/clouds.ts';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { AccountName, GroupName, PersonName } from '#calls/reach.ts';
import classes from '../directory.module.css';

type Linked = 'ad_groups' | 'ad_people' | 'ad_permission_sets' | 'cloud_parents';

interface RecordLinkProps {
  model: Linked;
  id: number;
  tabIndex?: 0 | -1;
  children: ReactNode;
}

/** Leads to the page of what is named. */
export function RecordLink({ model, id, tabIndex, children }: RecordLinkProps) {
  return (
    <Link
      to="/auth/$action/$model/$modelId"
      params={{ action: 'view', model, modelId: String(id) }}
      tabIndex={tabIndex}
      className={classes.link}
    >
      {typeof children === 'string' ? <Broken name={children} /> : children}
    </Link>
  );
}

/** A name that may be long and has no spaces: it goes on in another line after one of its parts. */
function Broken({ name }: { name: string }) {
  return name.split(/(?<=[_/.-])/).map((piece, at) => (
    <Fragment key={`${at} ${piece}`}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}

/** A person, with what distinguishes them from others of the name, and whether they are still there. */
export function Person({ of }: { of: Omit<PersonName, 'user_principal_name'> }) {
  return (
    <>
      <RecordLink model="ad_people" id={of.id}>
        {of.name}
      </RecordLink>
      {of.email && <span className={classes.soft}>{of.email}</span>}
      <PersonStatus of={of} />
    </>
  );
}

/** Says of somebody that they are no longer there, or may no longer sign in. */
export function PersonStatus({ of: { gone, enabled } }: { of: Pick<PersonName, 'gone' | 'enabled'> }) {
  if (gone) return <span className={classes.bad}>Left the directory</span>;
  return enabled ? null : <span className={classes.bad}>May no longer sign in</span>;
}

const CLOUDS: Readonly<Record<string, string>> = CLOUD_TYPE_NAMES;

/** An account; one that the inventory lacks leads nowhere. */
export function Account({ of }: { of: AccountName }) {
  const name = of.name ?? of.identifier;
  return (
    <>
      {of.id === null ? (
        <span className={classes.plain}>{name}</span>
      ) : (
        <RecordLink model="cloud_parents" id={of.id}>
          {name}
        </RecordLink>
      )}
      <span className={classes.soft}>
        {[CLOUDS[of.provider_type] ?? of.provider_type, of.name && of.identifier, of.environment]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {of.terminated && <span className={classes.bad}>Terminated</span>}
      {of.id === null && <span className={classes.soft}>Not in the inventory</span>}
    </>
  );
}

/** Through which groups, from the one that somebody is in themselves on; nothing where that is the group that is meant. */
export function Through({ chain }: { chain: readonly GroupName[] }) {
  if (chain.length === 0) return null;
  return (
    <span className={classes.soft}>
      through{' '}
      {chain.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ' › '}
          <RecordLink model="ad_groups" id={id}>
            {name}
          </RecordLink>
        </span>
      ))}
    </span>
  );
}
