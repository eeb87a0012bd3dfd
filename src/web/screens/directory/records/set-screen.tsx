import { Button } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { holdersOfSet } from '#calls/reach.ts';
import { adPermissionSets, type AdPermissionSet, type ManagedPolicy } from '#resources/ad-permission-sets.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card, Cards } from '#web/ui/card.tsx';
import { grouped } from '#kernel/written.ts';
import { compareAddress } from '../compare/compare-address.ts';
import { wholeQueryOf } from '#web/data/call.ts';
import { PART_SIZE } from '../directory.ts';
import { durationWords } from './durations.ts';
import { Details } from './details.tsx';
import { Account, Person, RecordLink } from '../parts/names.tsx';
import { Count, Part, Row, Rows } from '../parts/part.tsx';
import { PolicyView } from '../policy/policy-view.tsx';
import { RecordFrame } from './record-frame.tsx';
import { usePart } from '#web/generic/list/use-part.ts';
import classes from '../directory.module.css';

const { fields } = adPermissionSets;
const FACTS = ['provider_type', 'arn', 'description', 'duration', 'relay', 'group_count', 'account_count'];

/** The rights of somebody who has the set, and who has it where. */
export default function SetScreen({ resource, id }: RecordScreenProps) {
  return (
    <RecordFrame
      resource={resource}
      id={id}
      actions={(record) => (
        <Button
          component={Link}
          to={compareAddress(record.id).to}
          search={compareAddress(record.id).search as never}
          variant="default"
          leftSection={<IconArrowsDiff size={16} aria-hidden />}
        >
          Compare with another
        </Button>
      )}
    >
      {(record) => {
        const set = record as unknown as AdPermissionSet;
        return (
          <Cards
            beside={
              <>
                <Details resource={resource} record={inWords(record)} names={FACTS} />
                <Card title={fields.managed_policies.label} head={<Count of={set.managed_policies.length} />}>
                  <ManagedPolicies of={set.managed_policies} />
                </Card>
                <Card title={fields.inline_policy.label}>
                  {set.inline_policy ? (
                    <PolicyView label={fields.inline_policy.label} text={set.inline_policy} />
                  ) : (
                    <p className={classes.nothing}>It has no inline policy.</p>
                  )}
                </Card>
              </>
            }
          >
            <Has id={id} />
          </Cards>
        );
      }}
    </RecordFrame>
  );
}

/** The record as its facts say it: how long a session lasts, in words. */
const inWords = (record: RecordRow): RecordRow => {
  const { duration } = record as unknown as AdPermissionSet;
  return { ...record, duration: duration && durationWords(duration) };
};

function ManagedPolicies({ of }: { of: readonly ManagedPolicy[] }) {
  if (of.length === 0) return <p className={classes.nothing}>It has no managed policy.</p>;
  return (
    <ul className={classes.policies}>
      {of.map(({ name, arn }) => (
        <li key={arn}>
          <span className={classes.plain}>{name}</span>
          <code>{arn}</code>
        </li>
      ))}
    </ul>
  );
}

/** The number of accounts of a group that are shown; its own page has the others. */
const SHOWN = 2;

/** Which groups and people have the set, and in which accounts. */
function Has({ id }: { id: number }) {
  const [query, change] = usePart('who');
  const load = useLoad(wholeQueryOf(holdersOfSet, { id, ...query, per_page: PART_SIZE }, { keeps: true }));
  return (
    <Part
      title="Who has it where"
      things="groups and people"
      load={load}
      query={query}
      change={change}
      none="Nobody has it."
    >
      {({ data }) => (
        <Rows>
          {data.map(({ group, person, accounts, account_count: count }) => (
            <Row
              key={`${group?.id} ${person?.id}`}
              about={
                <>
                  {group && (
                    <>
                      <RecordLink model="ad_groups" id={group.id}>
                        {group.name}
                      </RecordLink>
                      <span className={classes.soft}>
                        {grouped(group.people)} {group.people === 1 ? 'person' : 'people'}
                      </span>
                    </>
                  )}
                  {person && <Person of={person} />}
                </>
              }
            >
              {accounts.slice(0, SHOWN).map((account) => (
                <span key={account.identifier} className={classes.line}>
                  <Account of={account} />
                </span>
              ))}
              {count > SHOWN && (
                <details className={classes.others}>
                  <summary>+ {grouped(count - SHOWN)} more</summary>
                  {accounts.slice(SHOWN).map((account) => (
                    <span key={account.identifier} className={classes.line}>
                      <Account of={account} />
                    </span>
                  ))}
                  {count > accounts.length && (
                    <span className={classes.soft}>
                      and {grouped(count - accounts.length)} more on the page of the{' '}
                      {group ? 'group' : 'person'}
                    </span>
                  )}
                </details>
              )}
            </Row>
          ))}
        </Rows>
      )}
    </Part>
  );
}
