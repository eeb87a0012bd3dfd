import { writeXlsx } from 'hucre';
import pg from 'pg';
import { COST_CENTER_COLUMNS } from './cost-center-columns.ts';

/**
 * The plainest way to a workbook of all cost centers: one statement, one call of a library. A program of its own, whose
 * memory is nobody else's; prints `{ "mb", "seconds" }`, the memory above that before the rows.
 */
const [connectionString = ''] = process.argv.slice(2);
const KIB_PER_MB = 1024;
const HEADERS = [...COST_CENTER_COLUMNS, 'approved'];

const client = new pg.Client({ connectionString });
await client.connect();
// What the library itself needs is loaded before the rows are counted.
await writeXlsx({ sheets: [{ name: 'Empty', rows: [HEADERS] }] });
const before = process.resourceUsage().maxRSS;
const began = performance.now();
const { rows } = await client.query<(string | boolean | Date | null)[]>({
  text: `SELECT c.identifier, c.company_code, k.email, b.name, d.name, c.active_at, c.expired_at, r.identifier,
      a.identifier, c.created_at, o.aws_gl, o.gcp_gl, o.azure_gl, k.terminated, c.approved
    FROM cost_centers c
    LEFT JOIN companies o ON o.id = c.companies_id
    LEFT JOIN cloud_contacts k ON k.id = c.cloud_contact_id
    LEFT JOIN business_units b ON b.id = c.business_units_id
    LEFT JOIN departments d ON d.id = c.departments_id
    LEFT JOIN cost_centers r ON r.id = c.new_cost_center_id
    LEFT JOIN cost_centers a ON a.id = c.alt_cost_center_id
    ORDER BY c.identifier`,
  rowMode: 'array',
});
await writeXlsx({ sheets: [{ name: 'Cost Centers', rows: [HEADERS, ...rows] }] });
const seconds = (performance.now() - began) / 1000;
await client.end();
console.log(JSON.stringify({ mb: (process.resourceUsage().maxRSS - before) / KIB_PER_MB, seconds }));
