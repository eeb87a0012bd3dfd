import { setTimeout as pause } from 'node:timers/promises';
import { bombs } from '#tests/support/billing/bombs.ts';
import { exhaustingArchives, exhaustingTables, misleading } from '#tests/support/hostile-files.ts';
import { workbookOf } from '#tests/support/long-workbook.ts';
import { atMost, type Figure } from '../figures.ts';
import type { World } from '../world.ts';
import {
  bestTurn,
  expectStatus,
  growthDuring,
  jobIn,
  LONGEST_TURN_MS,
  untilDone,
  usedMs,
  waitDuring,
  type WatchedPortal,
} from './watched-portal.ts';

const LONG = 45_000_000;
const ROWS = 100_000;
const MOST_REFUSED_MS = 5000;
const MOST_WAIT_MS = 1000;
const MOST_GROWTH_MB = 200;
/** Measured at 6, most of which is the file as it was sent. */
const MOST_WRITTEN_MB = 40;
/** Measured at 130. */
const MOST_BILLS_MB = 300;
const LOOK_MS = 100;
const NAME = 'limits.csv';
const ms = { unit: 'ms' };
const mb = { unit: 'MB' };

const UPLOADS = [
  ['/sap_cost_centers/upload', 'base_file', exhaustingArchives, { email: 'finance@example.com' }],
  ['/cost_center_networks/upload', 'file', [...exhaustingTables, ...misleading], {}],
] as const;

/** Files that were made to exhaust whoever reads them: each figure is that of the worst of them. */
async function measureHostile(portal: WatchedPortal, say: (line: string) => void): Promise<Figure[]> {
  const worst = {
    used: { value: 0, file: '' },
    waited: { value: 0, file: '' },
    growth: { value: 0, file: '' },
  };
  const note = (of: keyof typeof worst, value: number, file: string) => {
    if (value > worst[of].value) worst[of] = { value, file };
  };
  for (const [address, member, files, more] of UPLOADS)
    for (const [what, make] of files) {
      say(what);
      const body = JSON.stringify({ ...more, [member]: Buffer.from(await make()).toString('base64') });
      const before = usedMs(portal.pid);
      const growth = await growthDuring(portal, async () => {
        const waited = await waitDuring(portal, async () =>
          expectStatus(what, await portal.send('POST', address, body), 400, 413, 422),
        );
        note('waited', waited, what);
      });
      note('growth', growth, what);
      note('used', usedMs(portal.pid) - before, what);
    }
  const { used, waited, growth } = worst;
  return [
    atMost('hostile uploads: processor time of a refusal', used.value, MOST_REFUSED_MS, {
      ...ms,
      beside: used.file,
    }),
    atMost('hostile uploads: others wait', waited.value, MOST_WAIT_MS, { ...ms, beside: waited.file }),
    atMost('hostile uploads: memory above idle', growth.value, MOST_GROWTH_MB, {
      ...mb,
      beside: growth.file,
    }),
  ];
}

/** Files that are as long as they may be, or have a cell that is far too long. */
async function measureLong(portal: WatchedPortal, say: (line: string) => void): Promise<Figure[]> {
  const upload = (content: Buffer | string, ...statuses: number[]) => {
    const body = JSON.stringify({ file: Buffer.from(content).toString('base64'), dry_run: true });
    return bestTurn(portal, async () => {
      const answer = await portal.send('POST', '/cost_center_networks/upload', body);
      expectStatus('An upload', answer, ...statuses);
      // A large one is checked by a job.
      if (answer.status === 202) await untilDone(portal, jobIn(answer));
    });
  };
  say('files with a cell of 45 MB');
  const csv = await upload(`Network\n${'x'.repeat(LONG)}\n`, 413, 422);
  const workbook = await upload(await workbookOf('Network', 'x'.repeat(LONG)), 413, 422);
  say(`a file of ${ROWS} rows`);
  const table = (row: (at: number) => string) =>
    `Network,WBS\n${Array.from({ length: ROWS }, (_, at) => row(at)).join('\n')}\n`;
  const usual = await upload(
    table((at) => `L-${at},W-${at}`),
    200,
    202,
    422,
  );
  const largest = await upload(
    table((at) => `L-${at}-${'x'.repeat(190)},${'y'.repeat(200)}`),
    200,
    202,
    422,
  );
  return [
    atMost('files with a cell of 45 MB: longest turn', Math.max(csv, workbook), LONGEST_TURN_MS, ms),
    atMost('upload of 100,000 rows, checked: longest turn', usual, LONGEST_TURN_MS, ms),
    atMost('upload of 100,000 rows of 400 characters, checked: longest turn', largest, LONGEST_TURN_MS, ms),
  ];
}

/** The answers to a bill that is seen to be packed too tightly, or to be damaged, before it is read. */
const REFUSED = [413, 422];

/** Bills of 3 GB in 3 MB. */
async function measureBombs(
  { db }: World,
  portal: WatchedPortal,
  say: (line: string) => void,
): Promise<Figure[]> {
  const written = async () =>
    Number((await db.query(`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes`)).rows[0]?.bytes) /
    1e6;
  const refused = async (what: string, file: Buffer) => {
    const query = new URLSearchParams({ provider: 'azure', month: '2026-03', name: NAME });
    const begun = await portal.send('POST', `/billing_runs?${query}`, file, 'text/csv');
    if (REFUSED.includes(begun.status)) return;
    expectStatus(what, begun, 202);
    const { data } = JSON.parse(begun.text) as { data: { billing_run: { id: number } } };
    const state = async () => {
      const { text } = await portal.send('GET', `/billing_runs/${data.billing_run.id}`);
      return (JSON.parse(text) as { data: { state: string } }).data.state;
    };
    while ((await state()) === 'processing') await pause(LOOK_MS);
    if ((await state()) !== 'failed') throw new Error(`${what} was not refused.`);
  };
  let [most, turn] = [0, 0];
  try {
    const growth = await growthDuring(portal, async () => {
      for (const [what, make] of bombs) {
        say(`a bill of 3 GB: ${what}`);
        const file = make();
        const before = await written();
        turn = Math.max(turn, await bestTurn(portal, () => refused(what, file)));
        most = Math.max(most, (await written()) - before);
      }
    });
    return [
      atMost('bills of 3 GB in 3 MB: longest turn', turn, LONGEST_TURN_MS, ms),
      atMost('bills of 3 GB in 3 MB: written to the database', most, MOST_WRITTEN_MB, mb),
      atMost('bills of 3 GB in 3 MB: memory above idle', growth, MOST_BILLS_MB, mb),
    ];
  } finally {
    await db.query({ text: `DELETE FROM billing_runs WHERE file_name = $1`, values: [NAME] });
  }
}

/** Uploads that are as large as they may be, and those that were made to exhaust the portal. */
export async function measureFileLimits(
  world: World,
  portal: WatchedPortal,
  say: (line: string) => void,
): Promise<Figure[]> {
  return [
    ...(await measureHostile(portal, say)),
    ...(await measureLong(portal, say)),
    ...(await measureBombs(world, portal, say)),
  ];
}
