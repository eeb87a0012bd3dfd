import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

const SENT_AT_ONCE = 262_144;

/** Asks the portal as a program does that has a token; what is refused throws. */
export interface Desk {
  get: <T>(address: string) => Promise<T>;
  post: <T>(address: string, type: string, init: RequestInit) => Promise<T>;
  /** Sends a file from the disk as it is. */
  send: <T>(address: string, file: string) => Promise<T>;
}

/** @param url of the portal, without a slash at the end */
export function deskOf(url: string, authorization: string): Desk {
  const ask = async <T>(address: string, init: RequestInit, type?: string): Promise<T> => {
    const headers = { authorization, ...(type !== undefined && { 'content-type': type }) };
    const response = await fetch(url + address, { ...init, headers });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${address}: ${response.status} ${answer.slice(0, 300)}`);
    return (JSON.parse(answer) as { data: T }).data;
  };
  return {
    get: (address) => ask(address, {}),
    post: (address, type, init) => ask(address, { method: 'POST', ...init }, type),
    send: (address, file) => sendFile(url + address, authorization, file),
  };
}

/** Costs this process little, which shares its processors with the portal: `fetch` takes as long as the portal does. */
async function sendFile<T>(url: string, authorization: string, file: string): Promise<T> {
  const sending = request(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/octet-stream' },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  await pipeline(createReadStream(file, { highWaterMark: SENT_AT_ONCE }), sending);
  const [response] = await answered;
  const answer = await text(response);
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299) throw new Error(`${statusCode} ${answer.slice(0, 300)}`);
  return (JSON.parse(answer) as { data: T }).data;
}
