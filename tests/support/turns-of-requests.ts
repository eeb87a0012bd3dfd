import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { watchTurns } from './turns.mjs';

/** Sends from a thread of its own, since the turns of this one are the portal's. */
const CLIENT = `
  const { parentPort, workerData: { url, ...request } } = require('node:worker_threads');
  fetch(url, request)
    .then(async (answer) => parentPort.postMessage([answer.status, await answer.text()]));
`;

interface Sent {
  url: string;
  method?: string;
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

/** Asks a portal of this process; answers the status, the text and the longest turn of the portal meanwhile, in ms. */
export async function turnsOf(request: Sent): Promise<[status: number, text: string, longest: number]> {
  const longestTurn = watchTurns();
  const transferList = request.body ? [request.body.buffer] : [];
  const client = new Worker(CLIENT, { eval: true, workerData: request, transferList });
  await new Promise((resolve) => setTimeout(resolve, 50));
  longestTurn();
  const [[status, said]] = (await once(client, 'message')) as [[number, string]];
  const longest = longestTurn();
  await client.terminate();
  return [status, said, longest];
}
