import type { Finding } from './finding.ts';

/** The answer, or the sentence that says why there was none, and whether that is that nothing was reached at all. */
export type Tried<T> = { failure: null; value: T } | { failure: string; unreached: boolean };

/** A failure that is expected. */
interface ExpectedFailure extends Error {
  unreached?: boolean;
}

/**
 * The words of an examination of something that answers, or fails in a way that is expected.
 * @param what what is looked at, such as 'AWS'
 * @param Expected the failures whose sentence is a finding; any other error is thrown
 */
export function findingsAbout(what: string, Expected: abstract new (...given: never[]) => ExpectedFailure) {
  const saying =
    (state: Finding['state']) =>
    (message: string): Finding => ({ state, what, message });
  return {
    ok: saying('ok'),
    warning: saying('warning'),
    failed: saying('failed'),
    tried: async <T>(call: () => Promise<T>): Promise<Tried<T>> => {
      try {
        return { failure: null, value: await call() };
      } catch (error) {
        if (error instanceof Expected) return { failure: error.message, unreached: error.unreached === true };
        throw error;
      }
    },
  };
}

/** Whether anything comes of what is listed, page by page or one by one; no more than the first is read. */
export async function hasAny(listed: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _first of listed) return true;
  return false;
}
