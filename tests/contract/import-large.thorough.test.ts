import { beforeAll, expect, it } from 'vitest';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld, countOf, importJson } from '#tests/support/worksheets.ts';

const portal = withPortal();
beforeAll(() => addWorld(portal.api));

const ROWS = 50_000;

it(
  'imports 50,000 rows with chains in one piece, and others are served meanwhile',
  { timeout: 180_000 },
  async () => {
    const owners = ['amelia.hart', 'marcus.bell', 'zoe.martin'];
    const data = Array.from({ length: ROWS }, (_, at) => ({
      identifier: String(1_000_000_000 + at),
      company_code: '1000',
      companies_code: '1000',
      cloud_contact_email: `${owners[at % owners.length]}@example.com`,
      business_unit_name: 'Gaming',
      department_name: 'Finance',
      active_at: '2026-01-01',
      expired_at: at % 5 === 0 ? '2026-06-30' : '',
      replacement_cost_center: at % 5 === 0 ? String(1_000_000_001 + at) : '',
    }));
    let answered = 0;
    let running = true;
    const importing = importJson(portal.api, { data }).finally(() => (running = false));
    while (running) {
      expect((await portal.api.get('/companies?page=1&per_page=5')).status).toBe(200);
      answered += running ? 1 : 0;
    }
    const { status, body } = await importing;
    expect([status, body.data.created]).toEqual([201, ROWS]);
    expect(answered).toBeGreaterThan(0);
    expect(await countOf(portal.api)).toBe(ROWS);
    const { rows } = await portal.db.query<{ histories: number; links: number }>(
      `SELECT (SELECT count(*) FROM record_history WHERE action = 'import') AS histories,
        (SELECT count(*) FROM cost_centers c JOIN cost_centers n ON n.id = c.new_cost_center_id
          WHERE n.identifier::bigint = c.identifier::bigint + 1) AS links`,
    );
    expect(rows[0]).toEqual({ histories: ROWS, links: ROWS / 5 });

    const again = await importJson(portal.api, { data });
    expect(again.status).toBe(422);
    expect(again.body).toMatchObject({ error_total: ROWS });
    expect(await countOf(portal.api)).toBe(ROWS);
  },
);
