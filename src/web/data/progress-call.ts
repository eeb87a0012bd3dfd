import { ApiError, failureFrom, readJson, send } from './client.ts';
import { noteWaits, reasonFor } from './peer-review.ts';

/** The progress of the server, in its own words. */
export interface CallProgress {
  phase: string;
  done: number;
  total: number;
}

interface ProgressCall {
  intent: string;
  signal?: AbortSignal;
  onProgress: (progress: CallProgress) => void;
  reason?: string;
}

const NDJSON = 'application/x-ndjson';

/** The lines of a body as they arrive, without the empty ones. */
async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = (response.body ?? new Blob([]).stream()).pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}

/**
 * Posts JSON text to a call that reports its progress. Answers the body of its end.
 * @throws {ApiError} for a refusal, whenever it comes, and for an answer that breaks off.
 */
export async function postWithProgress<T>(path: string, body: Blob, options: ProgressCall): Promise<T> {
  try {
    return await postOnce<T>(path, body, options);
  } catch (error) {
    const reason =
      error instanceof ApiError && options.reason === undefined ? await reasonFor(error.details) : null;
    if (reason === null) throw error;
    return postOnce<T>(path, body, { ...options, reason });
  }
}

async function postOnce<T>(path: string, body: Blob, options: ProgressCall): Promise<T> {
  const { intent, signal, onProgress, reason } = options;
  const response = await send('POST', path, { body, intent, signal, reason, accept: NDJSON });
  if (!response.headers.get('content-type')?.startsWith(NDJSON)) return readJson<T>(response, signal);
  try {
    for await (const line of linesOf(response)) {
      const message = JSON.parse(line) as
        | { progress: CallProgress }
        | { status: number; body: Record<string, unknown> };
      if ('progress' in message) {
        onProgress(message.progress);
        continue;
      }
      if (message.status < 400) {
        if (message.status === 202) noteWaits(message.body);
        return message.body as T;
      }
      throw failureFrom(message.status, message.body, response.headers);
    }
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
  }
  throw new ApiError(0, 'The connection broke before the portal had answered. Please try again.');
}
