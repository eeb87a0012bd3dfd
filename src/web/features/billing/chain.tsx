import { Link } from '@tanstack/react-router';
import { isPlace, isPool } from '#kernel/billing/places.ts';
import type { ChainStep } from '#calls/exceptions.ts';
import classes from './lines.module.css';

const WHERE: Record<ChainStep['what'], { model: string; word: string }> = {
  project: { model: 'project_ids', word: 'Project' },
  network: { model: 'cost_center_networks', word: 'Network' },
  wbs_element: { model: 'cost_centers', word: 'WBS element' },
  cost_center: { model: 'cost_centers', word: 'Cost center' },
};

interface ChainProps {
  /** The account, subscription or project. */
  identifier: string | null;
  /** What the inventory calls it. */
  name: string | null;
  cloudParent: number | null;
  /** The records that the cloud parent names. */
  named: string | null;
  chain: readonly ChainStep[];
}

/** The way from an account to what pays for it; each station leads to its record. */
export function Chain({ identifier, name, cloudParent, named, chain }: ChainProps) {
  if (identifier === null) return null;
  return (
    <ol className={classes.chain} aria-label={`Way of ${identifier}`}>
      <li>
        <span>{isPlace(identifier) ? 'Place' : isPool(identifier) ? 'Part' : 'Account'}</span>
        <RecordLink model="cloud_parents" id={cloudParent} text={name ?? identifier} />
        {name !== null && ` ${identifier}`}
      </li>
      {cloudParent !== null && (
        <li>
          <span>names</span>
          {named ?? 'nothing'}
        </li>
      )}
      {chain.map(({ what, id, identifier: called, valid, backup }) => (
        <li key={`${what} ${id}`} data-broken={!valid || undefined}>
          <span>
            {WHERE[what].word}
            {backup && ', a backup'}
          </span>
          <RecordLink model={WHERE[what].model} id={id} text={called} />
          {!valid && <em>not valid on the posting day</em>}
        </li>
      ))}
    </ol>
  );
}

interface RecordLinkProps {
  model: string;
  id: number | null;
  text: string;
}

/** A name that leads to its record, where there is one. */
export function RecordLink({ model, id, text }: RecordLinkProps) {
  if (id === null) return <b>{text}</b>;
  return (
    <Link to="/auth/$action/$model/$modelId" params={{ action: 'view', model, modelId: String(id) }}>
      {text}
    </Link>
  );
}
