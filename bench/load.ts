import autocannon, { type Request, type Result } from 'autocannon';
import { atLeast, median, type Figure } from './figures.ts';

const CONNECTIONS = 20;
const WARM_UP_S = 1;
const ROUND_S = 2;
const ROUNDS = 3;

export interface Side {
  url: string;
  headers?: Record<string, string>;
  requests: Request[];
}

async function fire({ url, headers, requests }: Side, duration: number): Promise<Result> {
  const result = await autocannon({ url, headers, requests, connections: CONNECTIONS, duration });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0 || result['2xx'] === 0)
    throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed.`);
  return result;
}

/** Requests per second, after a moment for what is made at the first ones. */
export async function perSecond(side: Side): Promise<number> {
  await fire(side, WARM_UP_S);
  return (await fire(side, WARM_UP_S)).requests.average;
}

/** A comparison, and what of it is ours and the bare server's. */
export interface Compared {
  figure: Figure;
  perSecond: number;
  barePerSecond: number;
}

/**
 * The portal's requests per second as a part of the bare server's, at 20 connections: each in turn, three
 * times, so that what else the machine does falls on both.
 */
export async function compareLoad(name: string, portal: Side, bare: Side, bound: number): Promise<Compared> {
  await fire(portal, WARM_UP_S);
  await fire(bare, WARM_UP_S);
  const rounds: { portal: number; bare: number; p99: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await fire(portal, ROUND_S);
    const theirs = await fire(bare, ROUND_S);
    rounds.push({ portal: ours.requests.average, bare: theirs.requests.average, p99: ours.latency.p99 });
  }
  const mid = (key: 'portal' | 'bare' | 'p99') => median(rounds.map((round) => round[key]));
  const ratio = median(rounds.map((round) => round.portal / round.bare));
  const [ours, theirs, p99] = [mid('portal'), mid('bare'), mid('p99')].map((value) => value.toFixed(0));
  const beside = `${ours} of ${theirs} per second, p99 ${p99} ms`;
  const figure = atLeast(name, ratio, bound, { digits: 2, beside });
  return { figure, perSecond: mid('portal'), barePerSecond: mid('bare') };
}
