import { atMost, type Figure } from '../figures.ts';
import type { World } from '../world.ts';
import { bestTurn, expectStatus, LONGEST_TURN_MS, type WatchedPortal } from './watched-portal.ts';

const MARK = 'Limits ';
const LARGE = 62_000_000;
const DEPARTMENTS = 20_000;
/** As much formatting as a text has space for; the database packs it to a hundredth. */
const FORMATTED = '<b>a</b>'.repeat(6_250);
const RECORDS = 300;
const CHANGES = 120;

async function fill({ db }: World): Promise<number> {
  await db.query({
    text: `INSERT INTO departments (name, abbreviation)
      SELECT $1 || n || repeat('x', 200), 'L' || n FROM generate_series(1, $2::integer) n`,
    values: [MARK, DEPARTMENTS],
  });
  const { rows } = await db.query<{ id: number }>({
    text: `INSERT INTO faqs (question, answer, category) SELECT $1 || n, $2, 'Limits' FROM generate_series(1, $3::integer) n RETURNING id`,
    values: [MARK, FORMATTED, RECORDS],
  });
  const faq = rows[0]?.id ?? 0;
  // Half of them by one request, which are one change, the others each by one of its own.
  await db.query({
    text: `INSERT INTO record_history (resource, record_id, action, by_email, request_id, lock_version, changes)
      SELECT 'faqs', $1::integer, 'update', 'ada@example.com', CASE WHEN n % 2 = 0 THEN 'limits' ELSE 'limits' || n END, n,
        jsonb_build_object('answer', jsonb_build_object('from', $2::text, 'to', $2 || n)) FROM generate_series(1, $3::integer) n`,
    values: [faq, FORMATTED, CHANGES],
  });
  return faq;
}

async function remove({ db }: World): Promise<void> {
  await db.query(`DELETE FROM record_history WHERE request_id LIKE 'limits%'`);
  await db.query(`DELETE FROM faqs WHERE category = 'Limits'`);
  await db.query(`DELETE FROM departments WHERE name LIKE '${MARK}%'`);
}

/** Requests that are far too large, and answers that are as large as they come. */
export async function measureAnswerLimits(
  world: World,
  portal: WatchedPortal,
  say: (line: string) => void,
): Promise<Figure[]> {
  const turns = async (
    name: string,
    requests: readonly (readonly [string, string, string?])[],
    status: number,
  ) => {
    say(name);
    let worst = { turn: 0, request: '' };
    for (const [method, path, body] of requests) {
      const turn = await bestTurn(portal, async () =>
        expectStatus(`${method} ${path}`, await portal.send(method, path, body), status),
      );
      if (turn >= worst.turn) worst = { turn, request: `${method} ${path}` };
    }
    return atMost(`${name}: longest turn`, worst.turn, LONGEST_TURN_MS, {
      unit: 'ms',
      beside: worst.request,
    });
  };
  try {
    const faq = await fill(world);
    const { rows } = await world.db.query<{ id: number }>(
      `SELECT id FROM departments WHERE name LIKE '${MARK}%' ORDER BY id LIMIT 1`,
    );
    const body = JSON.stringify({ name: 'x'.repeat(LARGE) });
    const gets = (...paths: string[]) => paths.map((path) => ['GET', path] as const);
    return [
      await turns(
        'requests of 62 MB',
        [
          ['POST', '/departments', body],
          ['PUT', `/departments/${rows[0]?.id}`, body],
        ],
        413,
      ),
      await turns('all of a list of 20,000', gets('/departments', '/departments.csv'), 200),
      await turns(
        'lists full of formatted texts',
        gets('/faqs?page=1', '/faqs?page=1&per_page=1000', '/faqs', '/faqs.csv'),
        200,
      ),
      await turns(
        'histories full of formatted texts',
        gets(
          `/faqs/${faq}/history`,
          `/faqs/${faq}/history?per_page=1000`,
          '/activity?by_model=faqs&per_page=500',
          '/activity.csv?by_model=faqs',
        ),
        200,
      ),
    ];
  } finally {
    await remove(world);
  }
}
