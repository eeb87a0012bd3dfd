import { grantsInAccount, reachOfAccount } from '#calls/reach.ts';
import { wholeQueryOf } from '#web/data/call.ts';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { grouped } from '#kernel/written.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { PART_SIZE } from './directory.ts';
import { Person, RecordLink, Through } from './parts/names.tsx';
import { Part, Row, Rows } from './parts/part.tsx';
import { Snapshot } from './snapshot.tsx';
import { usePart } from '#web/generic/list/use-part.ts';
import classes from './directory.module.css';

/** Who reaches an account, and what is granted in it. */
export default function AccountAccessPart(props: RecordScreenProps) {
  return (
    <div className={classes.below}>
      <People {...props} />
      <Grants {...props} />
    </div>
  );
}

/** Everybody who gets there, and by what. */
function People({ id }: RecordScreenProps) {
  const [query, change] = usePart('who');
  const load = useLoad(wholeQueryOf(reachOfAccount, { id, ...query, per_page: PART_SIZE }, { keeps: true }));
  return (
    <Part
      title="Who reaches it"
      things="people"
      load={load}
      query={query}
      change={change}
      tools={<Snapshot />}
      none="Nobody reaches it through the directory."
    >
      {({ data }) => (
        <Rows>
          {data.people.map((person) => (
            <Row key={person.id} about={<Person of={person} />}>
              {person.grants.map(({ permission_set: set, chain }, at) => (
                <span key={`${at} ${set.id}`} className={classes.line}>
                  <RecordLink model="ad_permission_sets" id={set.id}>
                    {set.name}
                  </RecordLink>
                  {chain.length > 0 ? (
                    <Through chain={chain} />
                  ) : (
                    <span className={classes.soft}>directly</span>
                  )}
                </span>
              ))}
            </Row>
          ))}
        </Rows>
      )}
    </Part>
  );
}

/** The groups and people that have something in it. */
function Grants({ id }: RecordScreenProps) {
  const [query, change] = usePart('grants');
  const load = useLoad(wholeQueryOf(grantsInAccount, { id, ...query, per_page: PART_SIZE }, { keeps: true }));
  // That nothing is granted is said above: nobody reaches it.
  if (dataOf(load)?.meta.total === 0 && query.q === '') return null;
  return (
    <Part
      title="What is granted in it"
      things="grants"
      load={load}
      query={query}
      change={change}
      none="Nothing is granted in it through the directory."
    >
      {({ data }) => (
        <Rows>
          {data.map(({ permission_set: set, group, person }) => (
            <Row
              key={`${set.id} ${group?.id ?? ''} ${person?.id ?? ''}`}
              about={
                <RecordLink model="ad_permission_sets" id={set.id}>
                  {set.name}
                </RecordLink>
              }
            >
              {group && (
                <span className={classes.line}>
                  <RecordLink model="ad_groups" id={group.id}>
                    {group.name}
                  </RecordLink>
                  <span className={classes.soft}>
                    {grouped(group.people)} {group.people === 1 ? 'person' : 'people'}
                  </span>
                </span>
              )}
              {person && (
                <span className={classes.line}>
                  <Person of={person} />
                </span>
              )}
            </Row>
          ))}
        </Rows>
      )}
    </Part>
  );
}
