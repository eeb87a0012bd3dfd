import { apiUrl, endRefused, failureFrom, headersOf, unreachable } from './client.ts';

interface UploadCall {
  intent?: string;
  /** How much of the body has left, from 0 to 1. */
  onSent: (share: number) => void;
}

/**
 * Posts JSON text, however long, and tells how much of it has left; `fetch` cannot. Answers the body of a success.
 * @throws {ApiError} for every other answer and when there is none
 */
export function postUpload<T>(path: string, body: Blob, { intent, onSent }: UploadCall): Promise<T> {
  const headers = headersOf({ body, intent });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', apiUrl(path));
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onSent(total > 0 ? loaded / total : 0),
    );
    request.upload.addEventListener('load', () => onSent(1));
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('load', () => {
      const { status } = request;
      const answer = parsed(request.responseText);
      if (status >= 200 && status < 300 && answer) return resolve(answer as T);
      if (status === 401) endRefused(headers.get('access-token'));
      const retry = request.getResponseHeader('retry-after');
      const told = new Headers(retry === null ? {} : { 'retry-after': retry });
      reject(failureFrom(status, answer, told));
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
