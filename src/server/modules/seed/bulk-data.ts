import type { PoolClient } from 'pg';
import { FIRST_ROW } from '#kernel/csv/csv-import.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { addDays } from './days.ts';
import { readExample } from './read-example.ts';
import { seeder } from './example-data.ts';

/** Rows of one transaction; a multiple of BLOCK. */
const BATCH = 5000;
/** Rows among which references stay. */
const BLOCK = 10;
const CONTACTS_PER_ROW = 1 / 50;
const FIRST_NAMES = ['ada', 'bruno', 'carla', 'dmitri', 'esther', 'felix', 'gita', 'hugo', 'ines', 'jamal'];
const LAST_NAMES = [
  'abbott',
  'becker',
  'costa',
  'dubois',
  'eriksen',
  'fischer',
  'garcia',
  'hughes',
  'ivanova',
];

const who: Who = { actor: seeder, requestId: 'bulk-data', isMachine: true };

/** One of a list, the same one for the same number. */
function pick<T>(list: readonly [T, ...T[]] | readonly T[], n: number): T {
  const found = list[n % list.length];
  if (found === undefined) throw new Error('There is nothing to pick from.');
  return found;
}

/** Numbers that an earlier load has used up. */
async function lastNumber(tx: PoolClient): Promise<number> {
  const { rows } = await tx.query<{ last: number | null }>(
    `SELECT max(substring(identifier FROM '^[0-9]{4}9([0-9]{8})')::integer) AS last FROM cost_centers`,
  );
  return rows[0]?.last ?? -1;
}

async function addContacts(services: EngineServices, tx: PoolClient, from: number, count: number) {
  const contacts = Array.from({ length: count }, (_, at) => {
    const n = from + at;
    const [first, last] = [pick(FIRST_NAMES, n), pick(LAST_NAMES, n)];
    const name = `${first} ${last}`.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
    return { email: `${first}.${last}.${n}@example.com`, name, terminated: n % 25 === 7 };
  });
  await services.createMany(
    tx,
    'cloud_contacts',
    contacts.map((values) => ({ values })),
    who,
  );
  return contacts.map(({ email }) => email);
}

const identifierOf = (n: number) =>
  `${pick(readExample('companies'), Math.floor(n / BLOCK))['code']}9${String(n).padStart(8, '0')}`;

/**
 * A row of a worksheet. In each block of ten the first is replaced by the second (in every other block that
 * one by the third), the fourth has the fifth as its backup, which is a WBS element below it and inherits its
 * owner, and the sixth has expired without a replacement.
 */
function worksheetRow(n: number, owners: readonly string[], today: Date): Record<string, string> {
  const place = n % BLOCK;
  const chained = place === 0 || (place === 1 && n % (2 * BLOCK) < BLOCK);
  const age = 30 + ((n * 7919) % 1000);
  const expired = chained || place === 5;
  const company = pick(readExample('companies'), Math.floor(n / BLOCK))['code'] ?? '';
  return {
    identifier: place === 4 ? `${identifierOf(n - 1)}/01` : identifierOf(n),
    company_code: company,
    companies_code: company,
    cloud_contact_email: place === 4 ? '' : pick(owners, n * 31),
    business_unit_name: pick(readExample('business_units'), n)['name'] ?? '',
    department_name: pick(readExample('departments'), n * 5)['name'] ?? '',
    active_at: addDays(today, -age),
    expired_at: expired ? addDays(today, 60 - (age % 400)) : '',
    replacement_cost_center: chained ? identifierOf(n + 1) : '',
    alternate_cost_center: place === 3 ? `${identifierOf(n)}/01` : '',
  };
}

/**
 * Adds so many cost centers with varied owners, chains and dates, and contacts to own them, by the rules of
 * imports. Each portion of 5,000 commits on its own and is reported to `onProgress`. The units, departments and
 * companies of the example data must be there.
 * @throws {Refusal} 422 where they are not
 */
export async function addBulkData(
  services: EngineServices,
  count: number,
  onProgress: (done: number) => void,
  now = new Date(),
): Promise<void> {
  for (let done = 0; done < count;) {
    const size = Math.min(BATCH, count - done);
    await services.db.transaction(async (tx) => {
      await holdLock(tx, 'synthetic data');
      // A block is never torn: the next load begins with a new one.
      const first = Math.ceil((1 + (await lastNumber(tx))) / BLOCK) * BLOCK;
      const owners = await addContacts(services, tx, first, Math.ceil(size * CONTACTS_PER_ROW));
      const rows = Array.from({ length: size }, (_, at) => {
        const cells = worksheetRow(first + at, owners, now);
        if (at + 1 >= size) cells['replacement_cost_center'] = cells['alternate_cost_center'] = '';
        return { row: at + FIRST_ROW, cells };
      });
      const createdAt = (row: number) => {
        const active = rows[row - FIRST_ROW]?.cells['active_at'];
        return active === undefined ? now : new Date(`${active}T09:00:00Z`);
      };
      await services.importRows(tx, 'cost_centers', rows, who, { createdAt });
    });
    done += size;
    onProgress(done);
  }
}
