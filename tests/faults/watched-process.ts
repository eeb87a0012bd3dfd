import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { PortalProcess } from './portal-process.ts';

/** What a portal is started with whose turns are watched. */
export const WATCHED = {
  NODE_OPTIONS: `--import ${new URL('../support/turn-watch.mjs', import.meta.url).href}`,
};

/** How long others wait for one turn at most, on a processor of usual speed. */
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
      const growth = async () => {
        // To its end: it would count as a turn of what is watched next.
        await askBySignal(portal, 'SIGWINCH', /^garbage collected$/gm);
        return residentMb(portal.pid) - idle;
      };
      await expect.poll(growth, { timeout: REST_PATIENCE_MS, interval: 500 }).toBeLessThan(REST_MB);
    },
  };
}

/** So often something is done anew that took too long a turn: what holds others up by itself does so each time. */
const ROUNDS = 3;

/**
 * Demands of something that no turn of the portal takes longer than others wait. What the machine adds to one of them, such as
 * a collection of garbage beside other busy processes, is no fault of the code: it is done again then, as another round.
 * @param deed gets the number of the round, from 1
 */
export async function expectShortTurns(
  portal: PortalProcess,
  deed: (round: number) => Promise<void>,
): Promise<void> {
  const turns: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await longestTurn(portal);
    await deed(round);
    const turn = await longestTurn(portal);
    if (turn < LONGEST_TURN_MS) return;
    turns.push(turn);
  }
  expect.fail(`A turn took ${turns.join(', ')} ms, of ${LONGEST_TURN_MS} at most.`);
}

/** Sends a signal to the portal, and waits for the line by which it answers. */
async function askBySignal(portal: PortalProcess, signal: NodeJS.Signals, line: RegExp) {
  const told = () => [...portal.output().matchAll(line)];
  const before = told().length;
  process.kill(portal.pid, signal);
  while (told().length === before) await pause(20);
  return told().at(-1);
}

/** How much processor time the portal spent in one turn at most since this was asked last, in ms of a usual processor. */
export async function longestTurn(portal: PortalProcess): Promise<number> {
  return Number((await askBySignal(portal, 'SIGUSR2', /^longest turn: (\d+) ms$/gm))?.[1]);
}
