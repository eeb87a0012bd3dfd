import type { AnswerOf } from '#calls/call.ts';
import { reachOfPerson, type PersonAccess } from '#calls/reach.ts';
import type { AdPerson } from '#resources/ad-people.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Cards } from '#web/ui/card.tsx';
import { dataOf, type Load } from '#web/ui/pages/loaded.tsx';
import { AccountRows } from './account-rows.tsx';
import { Changes } from './changes.tsx';
import { wholeQueryOf } from '#web/data/call.ts';
import { PART_SIZE, type PageMeta } from '../directory.ts';
import { Details } from './details.tsx';
import { GroupMarks } from './group-marks.tsx';
import { RecordLink, PersonStatus, Through } from '../parts/names.tsx';
import { Part, Row, Rows } from '../parts/part.tsx';
import { RecordFrame } from './record-frame.tsx';
import { usePart, type PartQuery } from '#web/generic/list/use-part.ts';
import classes from '../directory.module.css';

const FACTS = ['email', 'user_principal_name', 'enabled', 'gone', 'external_id'];

const personOf = (record: RecordRow) => record as unknown as AdPerson;

type Answer = AnswerOf<typeof reachOfPerson>;

/** A person of the directory: what they reach and through what, and which groups they joined and left. */
export default function PersonScreen({ resource, id }: RecordScreenProps) {
  return (
    <RecordFrame
      resource={resource}
      id={id}
      marks={(record) => <PersonStatus of={personOf(record)} />}
      description={(record) => personOf(record).email ?? personOf(record).user_principal_name}
    >
      {(record) => {
        const { email } = personOf(record);
        return (
          <Cards
            beside={
              <>
                <Groups id={id} />
                <Changes
                  of={email === null ? null : { by_address: email }}
                  about="person"
                  none="They have joined and left no group since the directory is read."
                />
                <Details resource={resource} record={record} names={FACTS} />
              </>
            }
          >
            <Reach id={id} />
          </Cards>
        );
      }}
    </RecordFrame>
  );
}

/** The accounts that somebody reaches, what they may do there, and through which groups. */
function Reach({ id }: { id: number }) {
  const [query, change] = usePart('reach');
  const load = useLoad(wholeQueryOf(reachOfPerson, { id, ...query, per_page: PART_SIZE }, { keeps: true }));
  const groups = new Map(dataOf(load)?.data.groups.map((group) => [group.id, group]));
  return (
    <Part
      title="What they reach"
      things="accounts"
      load={load}
      query={query}
      change={change}
      none="They reach no account."
    >
      {({ data }) => (
        <AccountRows
          accounts={data.accounts}
          how={(set) => (
            <>
              {set.direct && <span className={classes.soft}>directly</span>}
              {set.through.map((group) => (
                <Through key={group} chain={groups.get(group)?.chain ?? []} />
              ))}
            </>
          )}
        />
      )}
    </Part>
  );
}

/** Every group that somebody is in or owns; all of them come in one answer, so they are searched here. */
function Groups({ id }: { id: number }) {
  const [query, change] = usePart('groups');
  const load = useLoad(
    wholeQueryOf(reachOfPerson, { id, q: '', page: 1, per_page: PART_SIZE }, { keeps: true }),
  );
  return (
    <Part
      title="Groups"
      things="groups"
      load={foundIn(load, query)}
      query={query}
      change={change}
      none="They are in no group."
    >
      {({ data }) => (
        <Rows>
          {data.slice((query.page - 1) * PART_SIZE, query.page * PART_SIZE).map((group) => (
            <Row
              key={group.id}
              about={
                <>
                  <RecordLink model="ad_groups" id={group.id}>
                    {group.name}
                  </RecordLink>
                  <GroupMarks of={{ ...group, dynamic: false, synced_elsewhere: false }} />
                  {group.owner && <span className={classes.tag}>Owner</span>}
                </>
              }
            >
              {group.member && <Through chain={group.chain.slice(0, -1)} />}
            </Row>
          ))}
        </Rows>
      )}
    </Part>
  );
}

type Groups = PersonAccess['groups'];

/** The groups that a text finds, by their names and those of the groups that lead to them. */
function foundIn(load: Load<Answer>, { q }: PartQuery): Load<PageMeta & { data: Groups }> {
  if (load.is !== 'loaded') return load;
  const text = q.trim().toLowerCase();
  const data = load.data.data.groups.filter(({ name, chain }) =>
    [name, ...chain.map((group) => group.name)].some((one) => one.toLowerCase().includes(text)),
  );
  return { ...load, data: { data, meta: { total: data.length } } };
}
