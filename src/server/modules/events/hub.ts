import { Readable } from 'node:stream';
import { Refusal } from '#kernel/errors.ts';
import type { WorkEvent } from '#kernel/work.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Log } from '#server/platform/log/log.ts';

/** The triggers of the database send to it. */
const CHANNEL = 'skyledger_events';
/** Shorter than a proxy's usual patience of a minute with an answer that says nothing. */
const HEARTBEAT_MS = 20_000;
/** Who has so much unread, in bytes, does not read any more. */
const MOST_UNREAD = 64 * 1024;

export interface Follower {
  /** Whose work the person sees: null for everybody's. */
  visible: string | null;
  /** The session or token that the stream was opened with, and ends with. */
  opened: { what: 'session'; id: string | null } | { what: 'token'; id: number | null };
  /** Whether the session or token is still valid; called with each heartbeat. */
  stillCounts: () => Promise<boolean>;
}

interface Stream extends Follower {
  readable: Readable;
}

/** A message of the triggers; work that belongs to nobody is sent to everybody. */
type Notice =
  | (WorkEvent & { by: string | null })
  | { what: 'session'; id: string }
  | { what: 'token'; id: number };

/**
 * Hands what changes in the database on to the streams of this process. It listens from the first stream on. A
 * stream that cannot be served any more ends; its reader looks by itself until there is another.
 */
export class EventHub {
  readonly #db: Database;
  readonly #log: Log;
  readonly #streams = new Set<Stream>();
  readonly #heartbeat: NodeJS.Timeout;
  /** How to stop listening, once that has begun. */
  #listening: Promise<() => void> | null = null;
  #isClosed = false;
  #sent = 0;

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  /** How many streams are open, and how many events were sent on them. */
  counts(): { open: number; sent: number } {
    return { open: this.#streams.size, sent: this.#sent };
  }

  /**
   * A stream of server-sent events, from now on.
   * @throws {Refusal} 503 with Retry-After while the portal ends or the database cannot be listened to
   */
  async open(follower: Follower): Promise<Readable> {
    await this.#listen();
    if (this.#isClosed || !this.#listening)
      throw new Refusal(503, 'Changes cannot be streamed at the moment.', {
        headers: { 'Retry-After': '2' },
      });
    const stream: Stream = { ...follower, readable: new Readable({ read: () => undefined }) };
    stream.readable.once('close', () => this.#streams.delete(stream));
    this.#streams.add(stream);
    write(stream, 'ready', {});
    return stream.readable;
  }

  /** Ends every stream, and takes no more. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    this.#endAll();
    this.#listening?.then(
      (stop) => stop(),
      () => undefined,
    );
  }

  #listen(): Promise<() => void> {
    this.#listening ??= this.#db
      .listen(CHANNEL, {
        notified: (payload) => this.#forward(JSON.parse(payload) as Notice),
        lost: () => {
          this.#listening = null;
          this.#log.warn('the database does not notify of changes any more; streams of events end');
          this.#endAll();
        },
      })
      .catch((error: unknown) => {
        this.#listening = null;
        throw error;
      });
    return this.#listening;
  }

  #forward(notice: Notice): void {
    if (notice.what === 'session' || notice.what === 'token') {
      for (const stream of this.#streams)
        if (stream.opened.what === notice.what && stream.opened.id === notice.id) end(stream);
      return;
    }
    const { what, id, by } = notice;
    for (const stream of this.#streams) {
      if (stream.visible !== null && by !== null && stream.visible !== by) continue;
      write(stream, 'changed', { what, id });
      this.#sent += 1;
    }
  }

  #beat(): void {
    for (const stream of this.#streams) {
      write(stream, 'alive', {});
      stream.stillCounts().then(
        (counts) => counts || end(stream),
        // It cannot be read now; if the database is away, the listening connection ends and the streams with it.
        () => undefined,
      );
    }
  }

  #endAll(): void {
    for (const stream of this.#streams) end(stream);
  }
}

function write({ readable }: Stream, event: string, data: object): void {
  if (readable.readableEnded || readable.destroyed) return;
  if (readable.readableLength > MOST_UNREAD) readable.destroy();
  else readable.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

function end({ readable }: Stream): void {
  if (!readable.destroyed) readable.push(null);
}
