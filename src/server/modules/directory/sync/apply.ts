import type { PoolClient } from 'pg';
import type { Registry } from '#kernel/registry.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { holdSnapshot } from '../hold-snapshot.ts';
import { applyContacts } from './apply-contacts.ts';
import { applyGroups, findGoneGroups, type Prefixes, removeGoneGroups } from './apply-groups.ts';
import { applyMembers, compareMembers } from './apply-members.ts';
import { applyPeople, countLeaving } from './apply-people.ts';
import { UnbelievedLosses } from './losses.ts';
import type { PartRead } from './read.ts';

/** The directory among the sources of which it is kept when they were read. */
export const DIRECTORY = 'directory';

const PEOPLE_PART = 1 / 4;
const GROUPS_PART = 1 / 4;
const MEMBERS_PART = 1 / 2;

export interface ApplyParts {
  registry: Registry;
  prefixes: Prefixes;
  who: Who;
  /** Whatever is gone is believed. */
  acceptLosses: boolean;
}

/** Where the next reading of each half goes on; null: it begins anew. */
export interface Cursors {
  people: string | null;
  groups: string | null;
}

export async function cursorsOf(runner: Runner): Promise<{ isFirst: boolean; cursors: Cursors }> {
  const { rows } = await runner.query<{ cursors: Partial<Cursors> }>({
    text: 'SELECT cursors FROM ad_sources WHERE name = $1',
    values: [DIRECTORY],
  });
  const { people = null, groups = null } = rows[0]?.cursors ?? {};
  return { isFirst: rows.length === 0, cursors: { people, groups } };
}

/**
 * Brings the snapshot to a reading that came to its end, in the caller's transaction: people, groups, who is in them, and
 * the cloud contacts. What differs from the reading before is kept as changes. @returns counts of what was done, by words
 * @throws {Refusal} 409 where far too much would be gone
 */
export async function applyReading(
  tx: PoolClient,
  { registry, prefixes, who, acceptLosses }: ApplyParts,
  { people, groups }: Record<'people' | 'groups', PartRead>,
): Promise<Record<string, number>> {
  await holdSnapshot(tx);
  const keepsChanges = !(await cursorsOf(tx)).isFirst;
  const losses = new UnbelievedLosses();
  for (const table of ['ad_read_people', 'ad_read_groups', 'ad_read_members'])
    await tx.query(`ANALYZE ${table}`);
  losses.weigh('people', await countLeaving(tx, people.whole), PEOPLE_PART);
  const ofPeople = await applyPeople(tx, people.whole);
  await analyze(tx, ofPeople.added, 'ad_people');
  losses.weigh('groups', await findGoneGroups(tx, groups.whole), GROUPS_PART);
  const ofGroups = await applyGroups(tx, prefixes, keepsChanges);
  await analyze(tx, ofGroups.added, 'ad_groups');
  losses.weigh('memberships', await compareMembers(tx, groups.whole), MEMBERS_PART);
  // Only here is all of it known.
  if (!acceptLosses) losses.refuse();
  const ofMembers = await applyMembers(tx, groups.whole, keepsChanges);
  await analyze(tx, ofMembers.joined, 'ad_members', 'ad_nested_groups');
  const removed = await removeGoneGroups(tx, keepsChanges);
  const contacts = await applyContacts(tx, registry, who);
  await tx.query(
    `INSERT INTO ad_sources (name, read_at, cursors) VALUES ($1, now(), $2)
     ON CONFLICT (name) DO UPDATE SET read_at = now(), cursors = $2`,
    [DIRECTORY, JSON.stringify({ people: people.cursor, groups: groups.cursor })],
  );
  for (const table of ['ad_readings', 'ad_read_people', 'ad_read_groups', 'ad_read_members'])
    await tx.query(`DELETE FROM ${table}`);
  return {
    'people added': ofPeople.added,
    'people changed': ofPeople.changed,
    'people who left': ofPeople.left,
    'groups added': ofGroups.added,
    'groups changed': ofGroups.changed,
    'groups removed': removed,
    'memberships begun': ofMembers.joined,
    'memberships ended': ofMembers.left,
    'contacts terminated': contacts.terminated,
    'contacts who are back': contacts.returned,
  };
}

/** Fewer new rows are no reason for another plan. */
const MANY = 200;

/** Analyzes tables with many rows that are new in this transaction, which autovacuum cannot see. */
async function analyze(tx: PoolClient, added: number, ...tables: string[]): Promise<void> {
  if (added >= MANY) await tx.query(`ANALYZE ${tables.join(', ')}`);
}
