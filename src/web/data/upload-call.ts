import { reasonFor } from './peer-review.ts';
import { apiUrl, endRefused, failureFrom, headersOf, unreachable, type Query } from './client.ts';

interface UploadCall {
  intent?: string;
  query?: Query;
  /** The content type of the body; JSON text by default. */
  type?: string;
  /** Why it is made, once the person has given it. */
  reason?: string;
  /** Breaks the upload off. */
  signal?: AbortSignal;
  /** How much of the body has left, from 0 to 1. */
  onSent: (share: number) => void;
}

/**
 * Posts a body, however long, and reports how much of it was sent; `fetch` cannot. Answers the body of a success.
 * @throws {ApiError} for every other answer and when there is none; AbortError when `signal` aborts
 */
export function postUpload<T>(path: string, body: Blob, call: UploadCall): Promise<T> {
  const { intent, query, type, signal, onSent, reason } = call;
  const headers = headersOf({ body, intent, reason });
  if (type !== undefined) headers.set('content-type', type);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const breakOff = () => request.abort();
    request.open('POST', apiUrl(path, query));
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onSent(total > 0 ? loaded / total : 0),
    );
    request.upload.addEventListener('load', () => onSent(1));
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was cancelled.', 'AbortError')),
    );
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', breakOff));
    signal?.addEventListener('abort', breakOff);
    request.addEventListener('load', () => {
      const { status } = request;
      const answer = parsed(request.responseText);
      if (status >= 200 && status < 300 && answer) return resolve(answer as T);
      if (status === 401) endRefused(headers.get('access-token'));
      const retry = request.getResponseHeader('retry-after');
      const responseHeaders = new Headers(retry === null ? {} : { 'retry-after': retry });
      const failure = failureFrom(status, answer, responseHeaders);
      void (reason === undefined ? reasonFor(failure.details) : Promise.resolve(null))
        .then((given) => {
          if (given === null) throw failure;
          return postUpload<T>(path, body, { ...call, reason: given });
        })
        .then(resolve, reject);
    });
    request.send(body);
  });
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
