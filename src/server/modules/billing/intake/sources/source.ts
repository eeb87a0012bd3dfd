import type { FetchedCloud } from '#kernel/billing/sources.ts';
import { Refusal } from '#kernel/errors.ts';
import { grouped } from '#kernel/written.ts';
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts';

/** A file of an export, as it lies at its cloud. */
export interface SourceFile {
  /** By which the cloud knows it. */
  path: string;
  name: string;
  /** Bytes; null where the cloud does not say. */
  size: number | null;
  /** Another one once the file was written anew; null where the cloud has none. */
  tag: string | null;
}

/** An export of a month, all of whose files are there. */
export interface FoundExport {
  /** Distinguishes it from other exports of the month. */
  id: string;
  /** In the order in which they are read, and behind them the manifest where there is one. */
  files: SourceFile[];
}

/** From where the bills of a cloud are fetched. Everything throws a Refusal: 503 may be tried again. */
export interface BillSource {
  provider: FetchedCloud;
  /** As people know it, such as `s3://bucket/prefix/report`. */
  place: string;
  /** Whether the portal's own simulator takes its place. */
  simulated: boolean;
  /**
   * The newest export of a month. Where there is none it throws 404.
   * @param month YYYY-MM
   * @param work the name of the work: work of the same name is done once
   */
  find: (month: string, work: string, signal: AbortSignal) => Promise<FoundExport>;
  /** The bytes of a file of it. */
  read: (file: SourceFile, signal: AbortSignal) => AsyncIterable<Buffer>;
  /** Where its exports of amortised costs lie, of a cloud whose are files of their own; absent where no setting says so. */
  amortised?: BillSource;
  /** Where the exports of the running month lie, of a cloud that puts them elsewhere than those of closed months. */
  running?: BillSource;
}

/** A source, or what to set where there is none. */
export type SourceAtHand = BillSource | { provider: FetchedCloud; missing: string };

/** The result of `open`, which is called with the first use, and again with the next one where it failed. */
export function openedOnce<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null;
  return () =>
    (opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    }));
}

/** The name of a file without its folders. */
export const lastOf = (path: string): string => path.split('/').at(-1) || path;

const PATIENCE_MS = 60_000;

/**
 * Work with a cloud that is given up once nothing was heard of it for a minute; it goes on to be waited for as long as it says
 * `alive`.
 * @throws {Refusal} 503 where it is given up
 */
export async function attended<T>(
  what: string,
  signal: AbortSignal,
  work: (signal: AbortSignal, alive: () => void) => Promise<T>,
): Promise<T> {
  refuseInTransaction(what);
  const own = new AbortController();
  const silent = new Refusal(503, `${what} has not answered for a minute. Check the way to it.`);
  const timer = setTimeout(() => own.abort(silent), PATIENCE_MS);
  const both = AbortSignal.any([signal, own.signal]);
  const over = Promise.withResolvers<never>();
  const giveUp = () => over.reject(both.reason);
  both.addEventListener('abort', giveUp, { once: true });
  if (both.aborted) giveUp();
  try {
    return await Promise.race([work(both, () => void timer.refresh()), over.promise]);
  } finally {
    clearTimeout(timer);
    both.removeEventListener('abort', giveUp);
  }
}

const MOST_NAMED = 5;

/** Names as a sentence has them: the first ones, and how many more there are. */
export function namesOf(names: readonly string[]): string {
  const left = names.length - MOST_NAMED;
  return [...names.slice(0, MOST_NAMED), ...(left > 0 ? [`${grouped(left)} more`] : [])].join(', ');
}
