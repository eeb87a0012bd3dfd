import type { PoolClient } from 'pg';
import type { Database } from '#server/platform/database/database.ts';
import { lostReading } from '#server/platform/database/unlogged.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type {
  Directory,
  FoundMember,
  GroupDelta,
  PersonDelta,
  DeltaPage,
} from '#server/providers/graph/interface.ts';
import { keepRows } from './keep-rows.ts';

/** The database, the signal and the job of a reading. */
export interface DirectoryReading {
  db: Database;
  signal: AbortSignal;
  /** The job whose rows these are. */
  job: string;
  /** Throws where another worker has taken the job over. */
  guard: (tx: PoolClient) => Promise<void>;
}

/** How a part of the directory was read. */
export interface PartRead {
  /** Everything was read, not only what changed. */
  whole: boolean;
  /** Where the next reading goes on. */
  cursor: string;
}

interface Row {
  whole: boolean;
  next: string | null;
  cursor: string | null;
}

/** One half of the directory: how it is read, and how a page is stored. */
interface Part<Item> {
  what: 'people' | 'groups';
  tables: readonly string[];
  pages: (cursor: string | null, signal: AbortSignal) => AsyncIterable<DeltaPage<Item>>;
  keep: (tx: PoolClient, items: readonly Item[]) => Promise<void>;
}

type Place = Pick<Part<unknown>, 'what' | 'tables'>;

/** Graph's code for a cursor that it no longer knows. */
const RESYNC = 'resyncRequired';

/** As a failure calls what was read. */
const DIRECTORY = 'the directory';

const NAME = 256;
const ADDRESS = 254;
const cut = (text: string | null, most: number) => text?.replaceAll('\0', '').slice(0, most) ?? null;
const key = (id: string) => id.trim().toLowerCase();

const people = (directory: Directory): Part<PersonDelta> => ({
  what: 'people',
  tables: ['ad_read_people'],
  pages: directory.people,
  keep: (tx, items) =>
    keepRows(
      tx,
      'ad_read_people',
      items.map((one) => ({
        external_id: key(one.id),
        name: one.gone ? null : cut(one.name, NAME),
        email: one.gone ? null : cut(one.email, ADDRESS),
        user_principal_name: one.gone ? null : cut(one.userPrincipalName, ADDRESS),
        enabled: one.gone ? null : one.enabled,
        gone: one.gone,
      })),
    ),
});

const membersOf = (group: { id: string }, role: 'member' | 'owner', members: readonly FoundMember[]) =>
  members.map(({ id, kind, removed }) => ({
    group_id: key(group.id),
    role,
    member_id: key(id),
    kind,
    removed,
  }));

const groups = (directory: Directory): Part<GroupDelta> => ({
  what: 'groups',
  tables: ['ad_read_groups', 'ad_read_members'],
  pages: directory.groups,
  async keep(tx, items) {
    await keepRows(
      tx,
      'ad_read_groups',
      items.flatMap((one) => {
        const { id, gone } = one;
        const group = one.gone ? null : one.group;
        if (!gone && group === null) return [];
        return {
          external_id: key(id),
          name: cut(group?.name ?? null, NAME),
          description: cut(group?.description ?? null, 10_000),
          email: cut(group?.email ?? null, ADDRESS),
          dynamic: group?.dynamic ?? null,
          synced_elsewhere: group?.syncedElsewhere ?? null,
          gone,
        };
      }),
    );
    await keepRows(
      tx,
      'ad_read_members',
      items.flatMap((one) =>
        one.gone ? [] : [...membersOf(one, 'member', one.members), ...membersOf(one, 'owner', one.owners)],
      ),
    );
  },
});

/**
 * Stores the people of the directory: those that changed since the cursor, or all where there is none or the
 * directory no longer knows it. Pages that a worker which died had stored for the same job are not read again.
 * @throws {ProviderFailure} what the directory throws; then nothing is known until it is read to its end
 */
export const readPeople = (reading: DirectoryReading, directory: Directory, cursor: string | null) =>
  readPart(reading, people(directory), cursor);

/** As readPeople, for groups and who is in them. */
export const readGroups = (reading: DirectoryReading, directory: Directory, cursor: string | null) =>
  readPart(reading, groups(directory), cursor);

async function readPart<Item>(
  reading: DirectoryReading,
  part: Part<Item>,
  cursor: string | null,
): Promise<PartRead> {
  const held = await heldOf(reading, part);
  const begun = held ?? (await begin(reading, part, cursor));
  try {
    return await goOn(reading, part, begun, held?.next ?? (begun.whole ? null : cursor));
  } catch (error) {
    const isOver = error instanceof ProviderFailure && error.code === RESYNC;
    if (!isOver || (begun.whole && held?.next === undefined)) throw error;
    return goOn(reading, part, await begin(reading, part, null), null);
  }
}

async function goOn<Item>(
  { db, signal, job, guard }: DirectoryReading,
  { what, pages, keep }: Part<Item>,
  { whole, cursor: ended }: Row,
  from: string | null,
): Promise<PartRead> {
  if (ended !== null) return { whole, cursor: ended };
  let cursor: string | null = null;
  for await (const page of pages(from, signal)) {
    signal.throwIfAborted();
    await db.transaction(async (tx) => {
      await guard(tx);
      await keep(tx, page.items);
      const { rowCount } = await tx.query(
        'UPDATE ad_readings SET next = $3, cursor = $4 WHERE what = $1 AND job = $2',
        [what, job, page.next, page.cursor],
      );
      // A crash of the database has emptied the tables, and the pages before this one are gone.
      if (rowCount !== 1) throw lostReading(DIRECTORY);
    });
    ({ cursor } = page);
  }
  if (cursor === null) throw new Error('A reading of the directory ended without its last page.');
  return { whole, cursor };
}

/**
 * Demands that all stored rows are there still; to be called in the transaction that applies them.
 * @throws {Refusal} 503 where a crash of the database has lost it
 */
export async function demandRead(
  tx: PoolClient,
  job: string,
  read: Readonly<Record<'people' | 'groups', PartRead>>,
): Promise<void> {
  const { rows } = await tx.query<Pick<Row, 'cursor'> & { what: keyof typeof read }>(
    'SELECT what, cursor FROM ad_readings WHERE job = $1',
    [job],
  );
  const whole = rows.filter(({ what, cursor }) => cursor === read[what].cursor);
  if (whole.length !== Object.keys(read).length) throw lostReading(DIRECTORY);
}

async function heldOf({ db, job }: DirectoryReading, { what }: Place): Promise<Row | null> {
  const { rows } = await db.query<Row>({
    text: 'SELECT whole, next, cursor FROM ad_readings WHERE what = $1 AND job = $2',
    values: [what, job],
  });
  return rows[0] ?? null;
}

async function begin(
  { db, job, guard }: DirectoryReading,
  { what, tables }: Place,
  cursor: string | null,
): Promise<Row> {
  const whole = cursor === null;
  await db.transaction(async (tx) => {
    await guard(tx);
    for (const table of tables) await tx.query(`DELETE FROM ${table}`);
    await tx.query(
      `INSERT INTO ad_readings (what, job, whole) VALUES ($1, $2, $3)
       ON CONFLICT (what) DO UPDATE SET job = $2, whole = $3, next = NULL, cursor = NULL`,
      [what, job, whole],
    );
  });
  return { whole, next: null, cursor: null };
}
