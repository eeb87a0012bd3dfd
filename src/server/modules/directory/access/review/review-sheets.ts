import { cloudName } from '#kernel/clouds.ts';
import { formatDay } from '#kernel/dates.ts';
import { adGroups, type GroupCloud } from '#resources/ad-groups.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { SheetColumn } from '#server/platform/files/xlsx-cells.ts';
import type { Sheet } from '#server/platform/files/xlsx.ts';
import { reviewedGroups, type Reviewed, type ReviewedGroup } from './reviewed-groups.ts';

const { fields } = adGroups;
const CLOUDS: Readonly<Record<GroupCloud, string>> = fields.cloud.names;

/** The choices of a reviewer. */
const DECISIONS = ['Keep', 'Remove', 'Ask the owner'] as const;

const columns: readonly SheetColumn[] = [
  { header: fields.name.label, kind: 'text' },
  { header: fields.cloud.label, kind: 'text' },
  { header: fields.description.label, kind: 'text' },
  { header: 'Why', kind: 'text' },
  { header: fields.owners.label, kind: 'text' },
  { header: 'Owner Emails', kind: 'text' },
  { header: fields.member_count.label, kind: 'number' },
  { header: fields.nested_group_count.label, kind: 'number' },
  { header: 'Lies In', kind: 'text' },
  { header: fields.permission_sets.label, kind: 'text' },
  { header: fields.cloud_parents.label, kind: 'text' },
  { header: 'Last Joined or Left', kind: 'instant' },
  { header: 'First Read', kind: 'instant' },
  { header: 'Decision', kind: 'text', choices: DECISIONS },
  { header: 'Reviewer', kind: 'text' },
  { header: 'Remarks', kind: 'text' },
  { header: 'Record', kind: 'text' },
];

/** Source → when it was last read, ISO 8601. */
type ReadAt = ReadonlyMap<string, string>;

/** The sheets of the whole review. */
export interface ReviewHead {
  /** The cloud whose groups they are; null: all groups. */
  cloud: GroupCloud | null;
  by: string;
  /** Of the portal, without a slash at the end. */
  publicUrl: string;
}

/** The workbook in which somebody decides on each group that leads nowhere, or that nobody is in. */
export async function reviewSheets(db: Database, head: ReviewHead): Promise<Sheet[]> {
  const { rows } = await db.query<{ name: string; read_at: string }>('SELECT name, read_at FROM ad_sources');
  const readAt = new Map(rows.map(({ name, read_at: at }) => [cloudName(name), at]));
  const sheetOf = (name: string, reviewed: Reviewed): Sheet => ({
    name,
    columns,
    rows: rowsOf(db, reviewed, head, readAt),
  });
  return [
    sheetOf('Dormant Groups', 'dormant'),
    sheetOf('Groups Without Members', 'empty'),
    { name: 'About', columns: [{ header: 'Item', kind: 'text' }, aboutValue], rows: about(head, readAt) },
  ];
}

const aboutValue: SheetColumn = { header: 'Value', kind: 'text' };

async function* rowsOf(
  db: Database,
  reviewed: Reviewed,
  { cloud, publicUrl }: ReviewHead,
  readAt: ReadAt,
): AsyncGenerator<unknown[][]> {
  for await (const groups of reviewedGroups(db, reviewed, cloud))
    yield groups.map((group) => [
      group.name,
      group.cloud && cloudName(group.cloud),
      group.description,
      whyOf(reviewed, group, readAt),
      group.owners,
      group.owner_emails,
      group.member_count,
      group.nested_group_count,
      group.around,
      group.permission_sets,
      group.cloud_parents,
      group.changed_at,
      group.first_read_at,
      null,
      null,
      null,
      `${publicUrl}/auth/view/${adGroups.name}/${group.id}`,
    ]);
}

function whyOf(reviewed: Reviewed, { cloud, member_count: members, around }: ReviewedGroup, readAt: ReadAt) {
  if (reviewed === 'empty') return 'It has permission sets, but nobody is in it.';
  const nobody = members === 0 ? ' Nobody is in it either.' : '';
  const near = around === null ? 'it' : 'it or a group that it lies in';
  if (cloud === null) {
    const unread = Object.values(CLOUDS).filter((name) => !readAt.has(name));
    if (unread.length > 0)
      return `Its name leads to no cloud; what ${unread.join(', ')} may give it is not known, as that was not read.${nobody}`;
    return `Its name leads to no cloud, and none gives ${near} a permission set.${nobody}`;
  }
  const name = CLOUDS[cloud];
  const at = readAt.get(name);
  if (at === undefined)
    return `Not known: ${name} was not read yet, so it is not known whether it has a permission set.${nobody}`;
  return `${name} gives ${near} no permission set in any account, as of ${formatDay(at.slice(0, 10))}.${nobody}`;
}

async function* about({ cloud, by }: ReviewHead, readAt: ReadAt): AsyncGenerator<unknown[][]> {
  yield await Promise.resolve([
    ['Groups', cloud === null ? 'All clouds, and groups that lead to none' : CLOUDS[cloud]],
    ['Made By', by],
    ['Made At', new Date().toISOString()],
    ...['directory', ...Object.values(CLOUDS)].map((name) => [
      `${name === 'directory' ? 'Directory' : name} Read At`,
      readAt.get(name) ?? 'Not read yet',
    ]),
    ['Dormant Groups', 'Groups that have no permission set, and lie in none that has one.'],
    ['Groups Without Members', 'Groups that have permission sets, and nobody in them at any depth.'],
    ['Decision', `${DECISIONS.join(', ')}: what is to become of the group.`],
  ]);
}
