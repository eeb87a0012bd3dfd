import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { peakDuring, residentMb } from '../memory.ts';
import { startPortal, type ServingProcess } from '../portal.ts';
import type { World } from '../world.ts';

/** How long others wait for one turn at most, in ms on a processor of usual speed. */
export const LONGEST_TURN_MS = 100;
/** So often something is done that takes too long a turn: what holds others up by itself does so each time. */
const ROUNDS = 3;
const LOOK_MS = 20;
/** One tick of the clock by which Linux counts the time of processors. */
const TICK_MS = 10;

/** A portal whose turns are watched, and requests to it. */
export interface WatchedPortal extends ServingProcess {
  /** How much processor time it spent in one turn at most since this was asked last, in ms of a usual processor. */
  longestTurn: () => Promise<number>;
  /** What it holds of the machine's memory once its garbage is collected, in MB. */
  restMb: () => Promise<number>;
  /** Sends a request as automation; a body that is no text is sent as it is. */
  send: (
    method: string,
    path: string,
    body?: string | Buffer,
    type?: string,
  ) => Promise<{ status: number; text: string }>;
}

/** Starts a portal on the database of `world`, which tells its turns and collects its garbage by signals. */
export async function startWatched(
  world: World,
  settings: Record<string, string> = {},
): Promise<WatchedPortal> {
  const folder = path.join(world.folder, 'limits');
  mkdirSync(folder, { recursive: true });
  const portal = await startPortal(folder, {
    DATABASE_URL: world.connectionString,
    DATA_DIR: path.join(folder, 'data'),
    DIRECTORY_SYNC: 'off',
    NODE_OPTIONS: `--import ${new URL('turn-watch.mjs', import.meta.url).href}`,
    ...settings,
  });
  const said = (line: RegExp) => [...readFileSync(path.join(folder, 'main.log'), 'utf8').matchAll(line)];
  const askBySignal = async (signal: NodeJS.Signals, line: RegExp) => {
    const before = said(line).length;
    process.kill(portal.pid, signal);
    while (said(line).length === before) await pause(LOOK_MS);
    return said(line).at(-1);
  };
  return {
    ...portal,
    longestTurn: async () => Number((await askBySignal('SIGUSR2', /^longest turn: (\d+) ms$/gm))?.[1]),
    restMb: async () => {
      await askBySignal('SIGWINCH', /^garbage collected$/gm);
      return residentMb(portal.pid);
    },
    send: async (method, address, body, type = 'application/json') => {
      const response = await fetch(`${portal.url}/api${address}`, {
        method,
        headers: { authorization: world.authorization, ...(body !== undefined && { 'content-type': type }) },
        ...(body !== undefined && { body: body as string }),
      });
      return { status: response.status, text: await response.text() };
    },
  };
}

/** An answer that is not the expected one makes a figure worthless. */
export function expectStatus(
  what: string,
  answer: { status: number; text: string },
  ...statuses: number[]
): void {
  if (!statuses.includes(answer.status))
    throw new Error(`${what} was answered with ${answer.status}: ${answer.text.slice(0, 300)}`);
}

/** Waits until what is read at `path` is done. */
export async function untilDone(portal: WatchedPortal, path: string): Promise<void> {
  for (;;) {
    const { text } = await portal.send('GET', path);
    const { data } = JSON.parse(text) as { data: { state: string } };
    if (data.state === 'failed') throw new Error(`It failed: ${text.slice(0, 300)}`);
    if (data.state === 'done') return;
    await pause(LOOK_MS);
  }
}

/** The address of the job that an answer names. */
export const jobIn = ({ text }: { text: string }): string =>
  `/jobs/${(JSON.parse(text) as { data: { job: { id: string } } }).data.job.id}`;

/**
 * The longest turn, in ms, of the best of some rounds. What the machine adds to one of them, such as a collection of garbage
 * beside other busy processes, is no fault of the code.
 * @param work gets the number of the round, from 1
 */
export async function bestTurn(
  portal: WatchedPortal,
  work: (round: number) => Promise<void>,
): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 1; round <= ROUNDS && best > LONGEST_TURN_MS; round += 1) {
    await portal.longestTurn();
    await work(round);
    best = Math.min(best, await portal.longestTurn());
  }
  return best;
}

/** By how many MB the portal grows at most while `work` is done. */
export async function growthDuring(portal: WatchedPortal, work: () => Promise<void>): Promise<number> {
  const idle = residentMb(portal.pid);
  return (await peakDuring(portal.pid, work)).peak - idle;
}

/** What a process has used of the processors in ms, which does not grow with what else the machine does; Linux only. */
export function usedMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** How long, in ms, others waited at most for a page of a list while `work` was done. */
export async function waitDuring(portal: WatchedPortal, work: () => Promise<void>): Promise<number> {
  let slowest = 0;
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  do {
    const began = performance.now();
    expectStatus('A list', await portal.send('GET', '/companies?page=1&per_page=25'), 200);
    slowest = Math.max(slowest, performance.now() - began);
    await pause(LOOK_MS);
  } while (!isOver);
  await working;
  return slowest;
}
