import type { WorkEvent } from '#kernel/work.ts';
import { ApiError, send } from './client.ts';

/** One tab reads the stream for all of the browser's: a browser keeps only six connections to a server open. */
const SHARED = 'skyledger.events';
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** The server says something every twenty seconds. */
const SILENCE_MS = 50_000;

/** What the tab that reads tells the others; `who`: a tab asks whether anybody reads. */
type Told = { is: 'changed'; event: WorkEvent } | { is: 'live'; live: boolean };
type Said = Told | { is: 'who' };

let live = false;

/** Whether changes of background work are told as they happen; while not, what shows them looks again by itself. */
export const eventsLive = (): boolean => live;

interface Following {
  /** A job or a mail has changed. */
  onChange: (event: WorkEvent) => void;
  /** Changes are told from now on, or no more: some may have been missed. */
  onLive: () => void;
}

/** Follows the events that the person of this session may see, in whichever tab they arrive; answers how to stop. */
export function followEvents({ onChange, onLive }: Following): () => void {
  const stopped = new AbortController();
  const others = new BroadcastChannel(SHARED);
  let reads = false;
  const take = (told: Told) => {
    if (told.is === 'changed') onChange(told.event);
    else if (told.live !== live) {
      live = told.live;
      onLive();
    }
  };
  const tell = (told: Told) => {
    take(told);
    if (!stopped.signal.aborted) others.postMessage(told);
  };
  others.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.is !== 'who') take(data);
    else if (reads) others.postMessage({ is: 'live', live });
  });
  others.postMessage({ is: 'who' });
  const read = async () => {
    reads = true;
    // The tab that read before is gone, and did not say so.
    tell({ is: 'live', live: false });
    await readOn(tell, stopped.signal);
  };
  // Where a browser has no locks, nobody reads, and every tab looks by itself.
  void navigator.locks?.request(SHARED, { signal: stopped.signal }, read).catch(() => undefined);
  return () => {
    if (reads) others.postMessage({ is: 'live', live: false });
    stopped.abort();
    others.close();
    live = false;
  };
}

/** Reads one stream after the other until `stopped`. */
async function readOn(tell: (told: Told) => void, stopped: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!stopped.aborted) {
    let wait = pause;
    try {
      await readStream(tell, stopped, () => (pause = FIRST_PAUSE_MS));
      wait = FIRST_PAUSE_MS;
    } catch (error) {
      if (error instanceof ApiError && error.retryAfter !== null)
        wait = Math.max(wait, error.retryAfter * 1000);
    }
    if (stopped.aborted) return;
    tell({ is: 'live', live: false });
    // Not all browsers come back in the same moment.
    await sleep(wait * (0.75 + Math.random() / 2), stopped);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** Reads a stream to its end. @throws when there is none, when it breaks, and when nothing comes for too long */
async function readStream(
  tell: (told: Told) => void,
  stopped: AbortSignal,
  onReady: () => void,
): Promise<void> {
  const silent = new AbortController();
  const signal = AbortSignal.any([stopped, silent.signal]);
  // The first rows do not wait for it.
  const { EventSourceParserStream } = await import('eventsource-parser/stream');
  const response = await send('GET', '/events', { accept: 'text/event-stream', signal });
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const timer = setTimeout(() => silent.abort(), SILENCE_MS);
    const next = await reader?.read().finally(() => clearTimeout(timer));
    if (!next || next.done) return;
    const { event, data } = next.value;
    if (event === 'ready') {
      onReady();
      tell({ is: 'live', live: true });
    } else if (event === 'changed') tell({ is: 'changed', event: JSON.parse(data) as WorkEvent });
  }
}

function sleep(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    stopped.addEventListener('abort', end);
  });
}
