import type { Browser } from '@playwright/test';
import { slowness } from './limits/turns.mjs';

/** An event of Chromium's trace; times in microseconds, `tdur` those of the processor alone. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args: { name?: string };
}

/**
 * Does something and answers the longest turn that a page's main thread took meanwhile, in milliseconds of a usual
 * processor: what the page itself computes, however slow its machine is and busy with other things.
 */
export async function longestTurn(browser: Browser, deed: () => Promise<void>): Promise<number> {
  await browser.startTracing(undefined, { categories: ['toplevel'] });
  await deed();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const mainThreads = new Set(
    traceEvents.flatMap(({ name, pid, tid, args }) =>
      name === 'thread_name' && args.name === 'CrRendererMain' ? [`${pid}:${tid}`] : [],
    ),
  );
  const turns = traceEvents.flatMap(({ pid, tid, tdur }) =>
    tdur !== undefined && mainThreads.has(`${pid}:${tid}`) ? [tdur] : [],
  );
  if (turns.length === 0) throw new Error('The trace tells of no turn of a page.');
  return Math.max(...turns) / 1000 / slowness();
}
