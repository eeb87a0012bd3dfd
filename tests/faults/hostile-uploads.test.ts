import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Api } from '#tests/support/api.ts';
import { exhaustingArchives, exhaustingTables, misleading } from '#tests/support/hostile-files.ts';
import { apiOf, databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';

const REFUSED_WITHIN_MS = 5000;
const OTHERS_WITHIN_MS = 1000;
const MOST_GROWTH_MB = 200;
const UPLOADS = [
  ['/sap_cost_centers/upload', 'base_file', exhaustingArchives, { email: 'finance@example.com' }],
  ['/cost_center_networks/upload', 'file', exhaustingTables, {}],
  ['/cost_center_networks/upload', 'file', misleading, {}],
] as const;

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

const TICK_MS = 10;
/** What a process has used of the processors, which does not grow with what else the machine does. */
function usedMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Beyond so many times what an answer takes while nothing is uploaded, others wait for the upload. */
const USUAL = 10;

/**
 * What work cost: the processor's time, how long others waited for their answer meanwhile beyond what the machine's other
 * work makes them wait, and memory.
 */
async function costOf<T>(api: Api, pid: number, work: () => Promise<T>) {
  const idle = residentMb(pid);
  let [peak, usual, slowest, open] = [idle, 0, 0, true];
  const ask = async () => {
    const began = performance.now();
    expect((await api.get('/companies?page=1&per_page=25')).status).toBe(200);
    return performance.now() - began;
  };
  for (let at = 0; at < 5; at++) usual = Math.max(usual, await ask());
  const watching = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 20);
  const others = (async () => {
    while (open) {
      slowest = Math.max(slowest, await ask());
      await new Promise((next) => setTimeout(next, 20));
    }
  })();
  const before = usedMs(pid);
  const answer = await work();
  const took = usedMs(pid) - before;
  open = false;
  await others;
  clearInterval(watching);
  return { answer, took, waited: slowest - USUAL * usual, growth: peak - idle };
}

it(
  'refuses files that were made to exhaust it within 5 seconds and 200 MB, and answers others within one',
  { timeout: 240_000 },
  async () => {
    const dataDir = await startedDataDir();
    const portal = await startServer({ DATA_DIR: dataDir });
    const api = apiOf(portal, await newToken(databaseOf(dataDir)));
    for (let at = 0; at < 20; at++) await api.get('/cost_centers?page=1&per_page=25');
    for (const [address, member, files, more] of UPLOADS)
      for (const [what, make] of files) {
        const body = JSON.stringify({ ...more, [member]: Buffer.from(await make()).toString('base64') });
        const { answer, took, waited, growth } = await costOf(api, portal.pid, () =>
          api.send('POST', address, body),
        );
        const said = `${what}: ${answer.status} in ${took.toFixed(0)} ms, others ${waited.toFixed(0)} ms, ${growth.toFixed(0)} MB`;
        expect([400, 413, 422], said).toContain(answer.status);
        expect(took, said).toBeLessThan(REFUSED_WITHIN_MS);
        expect(waited, said).toBeLessThan(OTHERS_WITHIN_MS);
        expect(growth, said).toBeLessThan(MOST_GROWTH_MB);
      }
    expect(await portal.stop()).toBe(0);
  },
);
