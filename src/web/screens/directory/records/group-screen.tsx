import { membersOfGroup, reachOfGroup, type GroupMember } from '#calls/reach.ts';
import { adGroups, type AdGroup } from '#resources/ad-groups.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Cards } from '#web/ui/card.tsx';
import { grouped } from '#kernel/written.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { AccountRows } from './account-rows.tsx';
import { Changes } from './changes.tsx';
import { wholeQueryOf } from '#web/data/call.ts';
import { PART_SIZE } from '../directory.ts';
import { Details } from './details.tsx';
import { GroupMarks } from './group-marks.tsx';
import { Person, RecordLink, Through } from '../parts/names.tsx';
import { Part, Row, Rows } from '../parts/part.tsx';
import { RecordFrame } from './record-frame.tsx';
import { Switch } from '../switches.tsx';
import { usePart } from '#web/generic/list/use-part.ts';
import classes from '../directory.module.css';

const FACTS = [
  'description',
  'email',
  'cloud',
  'dormant',
  'pim',
  'dynamic',
  'synced_elsewhere',
  'external_id',
];

const groupOf = (record: RecordRow) => record as unknown as AdGroup;

/** The list of the groups of its cloud. */
const listOf = (record: RecordRow) => {
  const { cloud } = groupOf(record);
  if (cloud === null) return { label: adGroups.label[1], to: '/auth/view/ad_groups' };
  const name = adGroups.fields.cloud.names?.[cloud] ?? cloud;
  return { label: `${name} ${adGroups.label[1]}`, to: `/auth/active-directory/groups-${cloud}` };
};

/** A group of the directory: who is in it and owns it, where its people get, and who joined and left. */
export default function GroupScreen({ resource, id }: RecordScreenProps) {
  return (
    <RecordFrame
      resource={resource}
      id={id}
      listOf={listOf}
      marks={(record) => <GroupMarks of={groupOf(record)} />}
      description={(record) => groupOf(record).description}
    >
      {(record) => (
        <Cards
          beside={
            <>
              <Reach id={id} />
              <Changes
                of={{ by_ad_group_id: String(id) }}
                about="group"
                none="Nobody has joined or left since the directory is read."
              />
              <Details resource={resource} record={record} names={FACTS} />
            </>
          }
        >
          <Members id={id} />
        </Cards>
      )}
    </RecordFrame>
  );
}

const ROLE: readonly string[] = ['role'];
const NAMES = { member: 'Members', nested: 'Nested Groups', owner: 'Owners' } as const;

/** Who is in the group, who owns it, and which groups lie in it. */
function Members({ id }: { id: number }) {
  const [query, change] = usePart('members', ROLE);
  const { role, ...rest } = query;
  const load = useLoad(
    wholeQueryOf(
      membersOfGroup,
      { id, ...rest, by_role: (role || 'All') as GroupMember['role'] | 'All', per_page: PART_SIZE },
      { keeps: true },
    ),
  );
  const counts = dataOf(load)?.meta.counts;
  const choices = (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((one) => one !== 'nested' || counts?.nested)
    .map((one) => ({ value: one, label: counts ? `${NAMES[one]} ${grouped(counts[one])}` : NAMES[one] }));
  return (
    <Part
      title="Members"
      things="members"
      load={load}
      query={query}
      change={change}
      narrowed={role !== ''}
      tools={
        <Switch
          label="Which members"
          choices={[{ value: '', label: 'All' }, ...choices]}
          value={String(role ?? '')}
          onChange={(value) => change.setFilter('role', value)}
        />
      }
      none="Nobody is in this group."
    >
      {({ data }) => (
        <Rows>
          {data.map((member) => (
            <Row key={`${member.role} ${member.id}`} about={<Member of={member} />}>
              <Through chain={member.chain} />
            </Row>
          ))}
        </Rows>
      )}
    </Part>
  );
}

function Member({ of }: { of: GroupMember }) {
  if (of.role === 'nested')
    return (
      <>
        <RecordLink model="ad_groups" id={of.id}>
          {of.name}
        </RecordLink>
        <span className={classes.tag}>Nested Group</span>
      </>
    );
  return (
    <>
      <Person of={of} />
      {of.role === 'owner' && <span className={classes.tag}>Owner</span>}
    </>
  );
}

/** Where the people of the group get: its accounts, and in each what they may do. */
function Reach({ id }: { id: number }) {
  const [query, change] = usePart('reach');
  const load = useLoad(wholeQueryOf(reachOfGroup, { id, ...query, per_page: PART_SIZE }, { keeps: true }));
  const access = dataOf(load)?.data;
  const through = new Map(
    access?.parents.map(({ chain }) => [chain.at(-1)?.id, chain.slice(chain[0]?.id === id ? 1 : 0)]),
  );
  return (
    <Part
      title="Where it leads"
      things="accounts"
      load={load}
      query={query}
      change={change}
      none="It leads into no account: it has no permission set."
    >
      {({ data }) => (
        <AccountRows
          accounts={data.accounts}
          how={(set) =>
            !set.through.includes(id) &&
            set.through.map((group) => <Through key={group} chain={through.get(group) ?? []} />)
          }
        />
      )}
    </Part>
  );
}
