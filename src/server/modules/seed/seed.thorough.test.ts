import { describe, expect, it } from 'vitest';
import { engineParts } from '#server/engine-parts.ts';
import { EngineServices } from '#server/engine/services.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { withDatabase } from '#tests/support/database.ts';
import { addBulkData } from './bulk-data.ts';
import { addDays } from './days.ts';
import { fillUntouchedDatabase } from './example-data.ts';

const config = loadConfig({ NODE_ENV: 'test', SECRET_KEY: 'a secret for tests that nobody else has' });
const servicesOf = (db: Database) => new EngineServices(engineParts(config, db));

type Center = { identifier: string; created_at: string; expired_at: string | null };

const today = new Date('2028-02-29T12:00:00Z');
const day = addDays(today, 0);

describe('the example data', () => {
  const database = withDatabase();
  const one = async <T>(sql: string) =>
    (await database.db.query<{ value: T }>(`SELECT ${sql} AS value`)).rows[0]?.value;

  it('fills a database that nobody has used', async () => {
    await database.db.query(`SELECT nextval('companies_id_seq')`);
    expect(await fillUntouchedDatabase(servicesOf(database.db), { now: today })).toBe(true);
    expect(await one('(SELECT code FROM companies WHERE id = 1)')).toBe('1000');
    expect(await one('(SELECT abbreviation FROM business_units WHERE id = 1)')).toBe('CORP');
    expect(await one('(SELECT name FROM departments WHERE id = 1)')).toBe('General Administration');
    expect(await one('(SELECT count(*) FROM cost_centers)')).toBeGreaterThanOrEqual(55);
  });

  it('has the GL accounts that the codes of its companies imply', async () => {
    const reno = `code IN ('1000', '3100', '3500', '5200', '3800', '3750')`;
    const accounts = `aws_gl = '784031' AND gcp_gl = '784033' AND azure_gl = '784032' AND "riOrReno" = 'Reno'`;
    expect(await one(`(SELECT count(*) FROM companies WHERE ${reno})`)).toBe(6);
    expect(await one(`(SELECT bool_and((${reno}) = (${accounts})) FROM companies)`)).toBe(true);
  });

  it('books each bill on the GL account of its company and cloud', async () => {
    const booked = `b.account = CASE b.provider WHEN 'aws' THEN aws_gl WHEN 'gcp' THEN gcp_gl ELSE azure_gl END`;
    const bills = 'cloud_bills b JOIN companies c ON c.code = b.company_code';
    expect(await one(`(SELECT bool_and(coalesce(${booked}, false)) FROM ${bills})`)).toBe(true);
    expect(await one(`(SELECT count(*) FROM ${bills})`)).toBe(
      await one('(SELECT count(*) FROM cloud_bills)'),
    );
  });

  it('has something for every view: expired, replaced twice, backed up, of terminated owners, new', async () => {
    const { rows } = await database.db.query<Center>(
      'SELECT identifier, created_at, expired_at FROM cost_centers',
    );
    expect(rows.filter(({ expired_at: end }) => end !== null && end <= day).length).toBeGreaterThan(5);
    const counts = [30, 60, 90, 1000].map(
      (days) => rows.filter(({ created_at: at }) => at >= addDays(today, -days)).length,
    );
    expect(counts.every((count, at) => count > (counts[at - 1] ?? 4))).toBe(true);
    const replacedTwice = `SELECT count(*) FROM cost_centers a JOIN cost_centers b ON b.id = a.new_cost_center_id
      WHERE b.new_cost_center_id IS NOT NULL`;
    expect(await one(`(${replacedTwice})`)).toBeGreaterThan(1);
    const backups = `SELECT count(*) FROM cost_centers a JOIN cost_centers b ON b.id = a.alt_cost_center_id
      WHERE b.identifier LIKE a.identifier || '/%'`;
    expect(await one(`(${backups})`)).toBeGreaterThan(3);
    const orphaned = `SELECT count(*) FROM cost_centers c JOIN cloud_contacts o ON o.id = c.cloud_contact_id
      WHERE o.terminated AND c.approved AND c.expired_at IS NULL`;
    expect(await one(`(${orphaned})`)).toBeGreaterThan(0);
  });

  it('has a history like everything that people enter', async () => {
    const missing = `SELECT count(*) FROM cost_centers c WHERE NOT EXISTS (SELECT FROM record_history h
      WHERE h.resource = 'cost_centers' AND h.record_id = c.id AND h.action = 'import' AND h.at = c.created_at)`;
    expect(await one(`(${missing})`)).toBe(0);
    const approvals = `SELECT count(*) FROM record_history WHERE action = 'update' AND resource = 'cost_centers'`;
    expect(await one(`(${approvals})`)).toBe(await one('(SELECT count(*) FROM cost_centers WHERE approved)'));
  });

  it('has an inventory of three clouds in which some names are unknown, some owners left, and some answers differ', async () => {
    expect(await one('(SELECT count(*) FROM cloud_parents)')).toBe(60);
    expect(await one('(SELECT count(DISTINCT provider_type) FROM cloud_parents)')).toBe(3);
    expect(await one('(SELECT count(*) FROM virtual_machines)')).toBe(300);
    expect(await one('(SELECT count(*) FROM cloud_projects)')).toBeGreaterThan(20);
    const services = servicesOf(database.db);
    const total = async (model: string, query: object) => {
      const answer = await services.lists(services.registry.get(model)).answer({ ...query, per_page: '1' });
      return (JSON.parse(String(answer)) as { meta: { total: number } }).meta.total;
    };
    for (const unknown of ['cost_center', 'business_unit_name', 'cloud_contact_email', 'department']) {
      const found = await total('cloud_parents', { [`by_${unknown}_unknown`]: 'true' });
      expect([unknown, found > 0 && found < 6]).toEqual([unknown, true]);
    }
    expect(await total('virtual_machines', { by_cost_center_unknown: 'true' })).toBeGreaterThan(0);
    const left = `SELECT count(*) FROM cloud_parents p JOIN cloud_contacts c ON c.email = p.cloud_contact_email
      WHERE c.terminated AND NOT p.terminated`;
    expect(await one(`(${left})`)).toBeGreaterThan(2);
    const differing = `SELECT count(*) FROM cloud_survey_responses s JOIN cloud_parents p ON p.id = s.cloud_parent_id
      WHERE s.business_unit <> p.business_unit_name OR s.cost_center <> p.cost_center OR s.still_in_use = 'No'`;
    expect(await one(`(${differing})`)).toBeGreaterThan(2);
    expect(await one(`(SELECT count(*) FROM cloud_survey_responses)`)).toBe(20);
  });

  it('has a change that waits for a second person, and nothing of it is made', async () => {
    const { rows } = await database.db.query<{
      changes: Record<string, { from: string; to: string }>;
      reason: string;
    }>(
      `SELECT r.changes, w.reason FROM waiting_changes w JOIN waiting_change_records r ON r.change_id = w.id WHERE w.state = 'waiting'`,
    );
    expect(rows).toMatchObject([
      { changes: { budget_amount: { from: '500.00', to: '800.00' } }, reason: expect.any(String) },
    ]);
    expect(await one("(SELECT fields FROM change_rules WHERE model = 'request_templates')")).toContain(
      'budget_amount',
    );
  });

  it('has an account that is frozen, one that is closed, and some that were adopted at once', async () => {
    const { rows } = await database.db.query<{
      state: string;
      name: string;
      terminated: boolean;
      kind: string;
    }>(
      `SELECT l.state, p.name, p.terminated, d.kind FROM account_lives l JOIN cloud_parents p ON p.id = l.cloud_parent_id
       JOIN cloud_deployments d ON d.id = l.deployment_id AND d.identifier = p.identifier AND d.state = 'done' ORDER BY l.state`,
    );
    expect(rows).toEqual([
      { state: 'closed', name: 'reporting-sandbox', terminated: true, kind: 'account_closure' },
      { state: 'frozen', name: 'odds-feed-test', terminated: false, kind: 'account_freeze' },
    ]);
    const inBatch = `SELECT count(*) FROM cloud_deployments d JOIN request_batches b ON b.id = d.batch WHERE d.state = 'done'`;
    expect(await one(`(${inBatch})`)).toBe(3);
  });

  it('stays out of a database that was used, even where everything was deleted again', async () => {
    expect(await fillUntouchedDatabase(servicesOf(database.db), { now: today })).toBe(false);
    await database.db.query(
      'TRUNCATE cost_centers, companies, departments, business_units, cloud_contacts CASCADE',
    );
    expect(await fillUntouchedDatabase(servicesOf(database.db), { now: today })).toBe(false);
    expect(await one('(SELECT count(*) FROM companies)')).toBe(0);
  });
});

describe('bulk data', () => {
  const database = withDatabase();

  it('comes by the rules of imports, and goes on where an earlier load ended', async () => {
    const services = servicesOf(database.db);
    await fillUntouchedDatabase(services);
    const reported: number[] = [];
    await addBulkData(services, 5003, (done) => reported.push(done));
    await addBulkData(services, 27, (done) => reported.push(done));
    expect(reported).toEqual([5000, 5003, 27]);
    const { rows } = await database.db.query<Record<string, number>>(
      `SELECT count(*) AS centers, count(new_cost_center_id) AS replaced, count(alt_cost_center_id) AS backups,
        count(DISTINCT cloud_contact_id) AS owners,
        count(*) FILTER (WHERE EXISTS (SELECT FROM record_history h
          WHERE h.resource = 'cost_centers' AND h.record_id = c.id)) AS kept
        FROM cost_centers c WHERE identifier ~ '^[0-9]{4}9[0-9]{8}'`,
    );
    expect(rows[0]).toMatchObject({ centers: 5030, kept: 5030 });
    expect(rows[0]?.['replaced']).toBeGreaterThan(700);
    expect(rows[0]?.['backups']).toBeGreaterThan(490);
    expect(rows[0]?.['owners']).toBeGreaterThan(90);
  });

  it('needs the units and companies that it names', async () => {
    await database.db.query(
      'TRUNCATE cost_centers, companies, departments, business_units, cloud_contacts CASCADE',
    );
    await expect(addBulkData(servicesOf(database.db), 10, () => undefined)).rejects.toThrow(
      /was not found among the companies/,
    );
  });
});
