import { lookup, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const metadataTimeoutMs = 10_000;
const longestMetadata = 2 * 1024 * 1024;

/** Link-local addresses: where clouds keep the credentials of the machine. */
const forbidden = new BlockList();
forbidden.addSubnet('169.254.0.0', 16, 'ipv4');
forbidden.addSubnet('fe80::', 10, 'ipv6');
forbidden.addAddress('fd00:ec2::254', 'ipv6');

function isForbidden(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  return forbidden.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

const isLoopbackName = (host: string) =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

/** Resolves a name, and fails when it leads to an address that is not to be asked. */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error('The name has no address.'), '');
    if (addresses.some(({ address }) => isForbidden(address))) {
      return callback(new Error('The name leads to a link-local address.'), '');
    }
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

/**
 * Why metadata is not fetched from this address, or null. Metadata says whom to trust, so it comes over
 * TLS unless it comes from this machine.
 */
export function metadataUrlProblem(address: string): string | null {
  if (!URL.canParse(address)) return 'it is no address';
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return 'only https:// addresses are fetched';
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && isForbidden(host)) return 'it is a link-local address';
  if (protocol === 'http:' && !isLoopbackName(hostname)) return 'http:// is accepted on this machine only';
  return null;
}

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
