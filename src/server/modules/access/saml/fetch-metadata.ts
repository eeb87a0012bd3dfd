import { lookup, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isLinkLocal, metadataUrlProblem } from '#server/platform/base/special-addresses.ts';

const metadataTimeoutMs = 10_000;
const longestMetadata = 2 * 1024 * 1024;

/** Resolves a name, and fails when it leads to an address that must not be called. */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error('The name has no address.'), '');
    if (addresses.some(({ address }) => isLinkLocal(address))) {
      return callback(new Error('The name leads to a link-local address.'), '');
    }
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

/** Fetches metadata, as `fetchMetadataAnswer` does. */
export async function fetchMetadata(address: string): Promise<string> {
  return (await fetchMetadataAnswer(address)).text;
}

/**
 * Fetches metadata and the server's own time: no redirects, ten seconds at most, two megabytes at most.
 * @throws Error with a sentence for the log.
 */
export function fetchMetadataAnswer(address: string): Promise<{ text: string; date: string | undefined }> {
  const problem = metadataUrlProblem(address);
  if (problem) return Promise.reject(new Error(`The metadata is not fetched: ${problem}.`));
  const { get } = address.startsWith('https:') ? https : http;
  const signal = AbortSignal.timeout(metadataTimeoutMs);
  return new Promise((resolve, reject) => {
    const request = get(address, { lookup: guardedLookup, signal, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        response.destroy();
        reject(
          new Error(`The metadata address answered ${response.statusCode}; redirects are not followed.`),
        );
        return;
      }
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > longestMetadata) response.destroy(new Error('The metadata is too long.'));
      });
      response.on('end', () => resolve({ text, date: response.headers.date }));
      response.on('error', reject);
    });
    request.on('error', (error) =>
      reject(signal.aborted ? new Error('The metadata address did not answer in time.') : error),
    );
  });
}
