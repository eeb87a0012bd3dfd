import { beforeAll, describe, expect, it, test } from 'vitest';
import { costCenters } from '#resources/cost-centers.ts';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});
const make = (identifier: string) =>
  factory.create(costCenters, { identifier, active_at: '2020-01-01', expired_at: null });

/** How many connections wait for a lock of another one. */
const waiting = async () => {
  const { rows } = await portal.db.query<{ waiting: number }>(
    `SELECT count(*)::integer AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
  );
  return rows[0]?.waiting;
};

const importRows = (update: boolean, ...data: object[]) =>
  portal.api.post('/cost_centers/import_json', { data, update });

describe('a change of a replacement waits for another one before it keeps a record from it', () => {
  const changes: [string, (one: Row, other: Row) => Promise<{ status: number; text: string }>][] = [
    [
      'an import',
      (one, other) =>
        importRows(
          true,
          { identifier: one['identifier'], expired_at: '2031-01-01' },
          { identifier: other['identifier'], replacement_cost_center: one['identifier'] },
        ),
    ],
    [
      'changes of several records',
      (one, other) =>
        portal.api.post('/cost_centers/bulk_update', {
          records: [
            { id: one.id, approved: true },
            { id: other.id, new_cost_center_id: one.id },
          ],
        }),
    ],
    [
      'a replacement in one step',
      (one) => portal.api.post(`/cost_centers/${one.id}/replace`, { identifier: `AT-ONCE-${one.id}` }),
    ],
  ];
  it.each(changes)('%s', async (name, change) => {
    const [one, other] = [await make(`${name} 1`), await make(`${name} 2`)];
    let changed: ReturnType<typeof change> | undefined;
    // As a change of one record does it: the reference, then the record.
    await portal.db.transaction(async (tx) => {
      await holdLock(tx, 'circles of a reference', 'cost_centers.new_cost_center_id');
      changed = change(one, other);
      await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
      await tx.query('SELECT FROM cost_centers WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [one.id]);
    });
    const answer = await changed;
    expect(answer?.status, answer?.text).toBeLessThan(300);
  });
});

test('an import that the database ends because it waited in a circle is made anew', async () => {
  const old = await make('DEADLOCK-1');
  // What is drawn from a sequence is not given back when the transaction ends.
  await portal.db.query(`CREATE SEQUENCE tries;
    CREATE FUNCTION end_first() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('tries') = 1 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER end_first BEFORE UPDATE ON cost_centers FOR EACH ROW EXECUTE FUNCTION end_first()`);
  const { status, text } = await importRows(true, { identifier: 'DEADLOCK-1', expired_at: '2031-01-01' });
  expect(status, text).toBe(201);
  const { body } = await portal.api.get(`/cost_centers/${old.id}`);
  expect(body.data).toMatchObject({ expired_at: '2031-01-01' });
});
