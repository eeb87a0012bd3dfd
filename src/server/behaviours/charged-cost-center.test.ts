import { beforeAll, expect, it } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';
import { chargedCostCenter, chargedCostCenters } from './charged-cost-center.ts';

const portal = withDatabase();
const ids: Record<string, number> = {};

beforeAll(async () => {
  const { db } = portal;
  await db.query(`INSERT INTO companies (code) VALUES ('1000')`);
  await db.query(`INSERT INTO cloud_contacts (email, terminated) VALUES ('jane.doe@example.com', false)`);
  const add = async (name: string, active: string, expired: string | null, next: string | null) => {
    const { rows } = await db.query<{ id: number }>(
      `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, expired_at,
        new_cost_center_id, approved) VALUES ($1, '01', 1, 1, $2, $3, $4, false) RETURNING id`,
      [name, active, expired, next === null ? null : ids[next]],
    );
    ids[name] = rows[0]?.id ?? 0;
  };
  await add('third', '2026-03-01', null, null);
  await add('second', '2026-02-01', '2026-03-01', 'third');
  await add('first', '2026-01-01', '2026-02-01', 'second');
  await add('future', '2030-01-01', null, null);
  await add('early', '2025-01-01', '2025-02-01', 'future');
  await add('over', '2025-01-01', '2025-02-01', null);
});

const charged = async (name: string, day: string) => {
  const id = await chargedCostCenter(portal.db, ids[name] ?? 0, day);
  return Object.keys(ids).find((known) => ids[known] === id) ?? null;
};

it('charges a cost center itself until the day before it expires', async () => {
  expect(await charged('first', '2026-01-15')).toBe('first');
  expect(await charged('first', '2026-01-31')).toBe('first');
  expect(await charged('third', '2026-12-31')).toBe('third');
});

it('follows the replacements of an expired one to the first that is valid on the day', async () => {
  expect(await charged('first', '2026-02-01')).toBe('second');
  expect(await charged('first', '2026-02-28')).toBe('second');
  expect(await charged('first', '2026-03-01')).toBe('third');
});

it('charges nobody where no replacement is valid, or none is named', async () => {
  expect(await charged('early', '2026-01-01')).toBeNull();
  expect(await charged('early', '2030-01-01')).toBe('future');
  expect(await charged('over', '2026-01-01')).toBeNull();
  expect(await chargedCostCenter(portal.db, 999, '2026-01-01')).toBeNull();
});

it('settles many charges at once, in their order', async () => {
  const { first = 0, over = 0, third = 0 } = ids;
  const charges = [
    { id: first, day: '2026-02-10' },
    { id: over, day: '2026-02-10' },
    { id: first, day: '2026-04-01' },
    { id: third, day: '2026-04-01' },
  ];
  expect(await chargedCostCenters(portal.db, charges)).toEqual([ids['second'], null, third, third]);
  expect(await chargedCostCenters(portal.db, [])).toEqual([]);
});

it('ends where somebody has made a circle by hand', async () => {
  const { over = 0, early = 0 } = ids;
  await portal.db.query('UPDATE cost_centers SET new_cost_center_id = $1 WHERE id = $2', [over, early]);
  await portal.db.query('UPDATE cost_centers SET new_cost_center_id = $1 WHERE id = $2', [early, over]);
  expect(await charged('over', '2026-01-01')).toBeNull();
});
