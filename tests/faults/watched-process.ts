import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { PortalProcess } from './portal-process.ts';

/** What a portal is started with whose turns are watched. */
export const WATCHED = {
  NODE_OPTIONS: `--import ${new URL('../support/turn-watch.mjs', import.meta.url).href}`,
};

/** How long others wait for one turn at most. */
export const LONGEST_TURN_MS = 100;

/** A portal that holds less than this above what it had before is at rest again; measured at 25 to 75. */
const REST_MB = 100;
const REST_PATIENCE_MS = 30_000;

/** What a process holds of the machine's memory, in MB. */
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

/** How a portal's memory grows above what it is now, until the test ends. */
export function watchMemory(portal: PortalProcess) {
  const idle = residentMb(portal.pid);
  let most = idle;
  const watching = setInterval(() => (most = Math.max(most, residentMb(portal.pid))), 20);
  onTestFinished(() => clearInterval(watching));
  return {
    /** How many MB it grew by at most. */
    growth: () => most - idle,
    /**
     * Waits until the memory has come back. Garbage is collected for it, which a portal that nobody asks for anything
     * puts off: what is left then is kept by somebody.
     */
    expectRest: async () => {
      const growth = () => {
        process.kill(portal.pid, 'SIGWINCH');
        return residentMb(portal.pid) - idle;
      };
      await expect.poll(growth, { timeout: REST_PATIENCE_MS, interval: 500 }).toBeLessThan(REST_MB);
    },
  };
}

/** How much processor time the portal spent in one turn at most since this was asked last, in ms. */
export async function longestTurn(portal: PortalProcess): Promise<number> {
  const told = () => [...portal.output().matchAll(/^longest turn: (\d+) ms$/gm)];
  const before = told().length;
  process.kill(portal.pid, 'SIGUSR2');
  while (told().length === before) await pause(20);
  return Number(told().at(-1)?.[1]);
}
