import type { AccountAccess } from '#kernel/directory-access.ts';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { grouped } from '#web/ui/grouped.ts';
import { dataOf } from '#web/ui/loaded.tsx';
import { pageQuery, type PageMeta } from './directory.ts';
import { Person, RecordLink, Through } from './names.tsx';
import { Count, Part, Row, Rows } from './part.tsx';
import { Snapshot } from './snapshot.tsx';
import { usePart } from './use-part.ts';
import classes from './directory.module.css';

/** Who reaches an account: the groups and people that have something in it, and everybody who gets there by that. */
export default function AccountAccessPart({ resource, id }: RecordScreenProps) {
  const [asked, change] = usePart('who');
  const load = useLoad(pageQuery<PageMeta & { data: AccountAccess }>(resource.name, id, 'access', asked));
  const grants = dataOf(load)?.data.grants ?? [];
  return (
    <div className={classes.below}>
      <Part
        title="Who reaches it"
        things="people"
        load={load}
        asked={asked}
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
      {grants.length > 0 && (
        <Card title="What is granted in it" head={<Count of={grants.length} />}>
          <Rows>
            {grants.map(({ permission_set: set, group, person }, at) => (
              <Row
                key={`${at} ${set.id}`}
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
        </Card>
      )}
    </div>
  );
}
