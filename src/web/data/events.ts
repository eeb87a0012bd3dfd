import type { WorkEvent } from '#kernel/work.ts';
import { ApiError, send } from './client.ts';

/** One tab reads the stream for all of the browser's: a browser keeps only six connections to a server open. */
const SHARED = 'skyledger.events';
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** The server says something every twenty seconds. */
const SILENCE_MS = 50_000;

/** The messages of the tab that reads to the others; `who`: a tab asks whether anybody reads. */
type Message = { is: 'changed'; event: WorkEvent } | { is: 'live'; live: boolean };
type TabMessage = Message | { is: 'who' };

let live = false;

/** Whether changes of background work arrive as they happen; while not, what shows them looks again by itself. */
export const eventsLive = (): boolean => live;

interface Following {
  /** A job or a mail has changed. */
  onChange: (event: WorkEvent) => void;
  /** Changes arrive from now on, or no more: some may have been missed. */
  onLive: () => void;
}

/** Follows the events that the person of this session may see, in whichever tab they arrive; answers how to stop. */
export function followEvents({ onChange, onLive }: Following): () => void {
  const stopped = new AbortController();
  const others = new BroadcastChannel(SHARED);
  let reads = false;
  const take = (message: Message) => {
    if (message.is === 'changed') onChange(message.event);
    else if (message.live !== live) {
      live = message.live;
      onLive();
    }
  };
  const emit = (message: Message) => {
    take(message);
    if (!stopped.signal.aborted) others.postMessage(message);
  };
  others.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.is !== 'who') take(data);
    else if (reads) others.postMessage({ is: 'live', live });
  });
  others.postMessage({ is: 'who' });
  const read = async () => {
    reads = true;
    // The tab that read before is gone, and did not say so.
    emit({ is: 'live', live: false });
    await readOn(emit, stopped.signal);
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
async function readOn(emit: (message: Message) => void, stopped: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!stopped.aborted) {
    let wait = pause;
    try {
      await readStream(emit, stopped, () => (pause = FIRST_PAUSE_MS));
      wait = FIRST_PAUSE_MS;
    } catch (error) {
      if (error instanceof ApiError && error.retryAfter !== null)
        wait = Math.max(wait, error.retryAfter * 1000);
    }
    if (stopped.aborted) return;
    emit({ is: 'live', live: false });
    // Not all browsers come back in the same moment.
    await sleep(wait * (0.75 + Math.random() / 2), stopped);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** Reads a stream to its end. @throws when there is none, when it breaks, and when nothing comes for too long */
async function readStream(
  emit: (message: Message) => void,
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
      emit({ is: 'live', live: true });
    } else if (event === 'changed') emit({ is: 'changed', event: JSON.parse(data) as WorkEvent });
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
