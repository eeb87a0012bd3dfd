import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Api } from '#tests/support/api.ts';
import { exhaustingArchives, exhaustingTables, misleading } from '#tests/support/hostile-files.ts';
import { apiOf, databaseOf, newDataDir, newToken, startServer } from './portal-process.ts';

const REFUSED_WITHIN_MS = 5000;
const OTHERS_WITHIN_MS = 1000;
const MOST_GROWTH_MB = 200;
const UPLOADS = [
  ['/sap_cost_centers/upload', 'base_file', exhaustingArchives],
  ['/cost_center_networks/upload', 'file', exhaustingTables],
  ['/cost_center_networks/upload', 'file', misleading],
] as const;

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

/** What work cost: its time, the slowest answer to others meanwhile, and how much memory it took. */
async function costOf<T>(api: Api, pid: number, work: () => Promise<T>) {
  const idle = residentMb(pid);
  let [peak, slowest, open] = [idle, 0, true];
  const watching = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 20);
  const others = (async () => {
    while (open) {
      const began = performance.now();
      expect((await api.get('/companies?page=1&per_page=25')).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - began);
      await new Promise((next) => setTimeout(next, 20));
    }
  })();
  const began = performance.now();
  const answer = await work();
  const took = performance.now() - began;
  open = false;
  await others;
  clearInterval(watching);
  return { answer, took, slowest, growth: peak - idle };
}

it(
  'refuses files that were made to exhaust it within 5 seconds and 200 MB, and answers others within one',
  { timeout: 240_000 },
  async () => {
    const dataDir = newDataDir();
    const portal = await startServer({ DATA_DIR: dataDir });
    const api = apiOf(portal, await newToken(databaseOf(dataDir)));
    for (let at = 0; at < 20; at++) await api.get('/cost_centers?page=1&per_page=25');
    for (const [address, member, files] of UPLOADS)
      for (const [what, make] of files) {
        const body = JSON.stringify({ [member]: Buffer.from(await make()).toString('base64') });
        const { answer, took, slowest, growth } = await costOf(api, portal.pid, () =>
          api.send('POST', address, body),
        );
        const said = `${what}: ${answer.status} in ${took.toFixed(0)} ms, others ${slowest.toFixed(0)} ms, ${growth.toFixed(0)} MB`;
        expect([413, 422], said).toContain(answer.status);
        expect(took, said).toBeLessThan(REFUSED_WITHIN_MS);
        expect(slowest, said).toBeLessThan(OTHERS_WITHIN_MS);
        expect(growth, said).toBeLessThan(MOST_GROWTH_MB);
      }
    expect(await portal.stop()).toBe(0);
  },
);
