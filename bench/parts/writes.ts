import { randomBytes } from 'node:crypto';
import { checkInput, type Values } from '#kernel/input.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { registry } from '#resources/registry.ts';
import { Statements } from '#server/engine/statements.ts';
import { WriteStatements } from '#server/engine/writes/write-statements.ts';
import type { Statement } from '#server/platform/database/database.ts';
import { createVault } from '#server/platform/config/vault.ts';
import type { FilledStatement } from '../bare-server.ts';
import type { Figure } from '../figures.ts';
import { compareLoad } from '../load.ts';
import { startBareServer, startPortal } from '../portal.ts';
import { ROWS, type World } from '../world.ts';
import { POOL_SIZE } from './pool.ts';

const ADDRESS = '/api/cost_centers';
const BOUND = 0.5;
const MARK = 'BENCH';
const REQUEST_ID = 'the id of the request';

const newCenter = (identifier: string): Values => ({
  identifier,
  company_code: '1000',
  companies_id: 1,
  cloud_contact_id: 1,
  business_units_id: 1,
  departments_id: 1,
  active_at: '2026-01-01',
  expired_at: null,
  new_cost_center_id: -9999,
  alt_cost_center_id: -9999,
});

/** Finds the places of the values that differ between requests, which stand for themselves in `statement`. */
function fillable(statement: Statement, fields: readonly string[]): FilledStatement {
  const values = statement.values ?? [];
  const placeOf = (value: string) => {
    const at = values.indexOf(value);
    if (at < 0) throw new Error(`The statement has no parameter for ${value}.`);
    return at;
  };
  const places = Object.fromEntries(fields.map((field) => [field, placeOf(field)]));
  return { ...statement, values, places, requestId: placeOf(REQUEST_ID) };
}

/** Creations and changes beside a bare server that runs the same statement: the record and its history. */
export async function measureWrites(world: World, say: (line: string) => void): Promise<Figure[]> {
  const { connectionString, folder, authorization, db } = world;
  const who = { actor: { email: 'bench@skyledger.example', name: null }, requestId: REQUEST_ID };
  const statements = new WriteStatements(
    registry,
    costCenters,
    new Statements(),
    createVault(randomBytes(32)),
  );
  const created = statements.create(checkInput(costCenters, newCenter('identifier'), 'create'), who);
  const updated = statements.update(0, { company_code: 'company_code' }, null, who);
  const portal = await startPortal(folder, { DATABASE_URL: connectionString, DB_POOL_SIZE: POOL_SIZE });
  const bare = await startBareServer(folder, {
    connectionString,
    poolSize: Number(POOL_SIZE),
    lists: {},
    writes: {
      [ADDRESS]: fillable(created, ['identifier']),
      [`${ADDRESS}/`]: fillable(updated, ['company_code']),
    },
  });
  const { rows } = await db.query<{ first: number }>('SELECT min(id) AS first FROM cost_centers');
  const first = rows[0]?.first ?? 1;
  let count = 0;
  const headers = { 'content-type': 'application/json' };
  const creations = [
    {
      method: 'POST' as const,
      path: ADDRESS,
      setupRequest: (request: object) => ({
        ...request,
        body: JSON.stringify(newCenter(`${MARK}${process.pid}.${(count += 1)}`)),
      }),
    },
  ];
  const changes = [
    {
      method: 'PUT' as const,
      setupRequest: (request: object) => ({
        ...request,
        // Steps through the table with a prime, so that no row is changed twice at a time.
        path: `${ADDRESS}/${first + (((count += 1) * 7919) % ROWS)}`,
        body: JSON.stringify({ company_code: String(count) }),
      }),
    },
  ];
  try {
    const figures: Figure[] = [];
    for (const [name, requests] of [
      ['create: record and history', creations],
      ['update: record and history', changes],
    ] as const) {
      say(name);
      const ours = { url: portal.url, headers: { authorization, ...headers }, requests: [...requests] };
      const theirs = { url: bare.url, headers, requests: [...requests] };
      figures.push((await compareLoad(name, ours, theirs, BOUND)).figure);
    }
    return figures;
  } finally {
    await Promise.all([portal.stop(), bare.stop()]);
    await db.query(`DELETE FROM cost_centers WHERE identifier LIKE '${MARK}%'`);
  }
}
