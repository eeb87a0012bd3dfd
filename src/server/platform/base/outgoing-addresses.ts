import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isLoopback } from './special-addresses.ts';

/** Networks that are not of the public internet: private, of this machine, of documentation, of translation, of many. */
const SPECIAL = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const;

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const special = new BlockList();
for (const [address, bits] of SPECIAL) special.addSubnet(address, bits, familyOf(address));

/** A network as a setting names it, such as `10.1.0.0/16` or one address; null for what is none. */
export function networkOf(text: string): { address: string; bits: number } | null {
  const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const length = bits === undefined ? most : Number(bits);
  return most === 0 || length > most ? null : { address, bits: length };
}

/** The servers that the portal may call on behalf of somebody: those of the public internet, and these networks. */
export class OutgoingAddresses {
  readonly #allowed = new BlockList();

  /** @param networks as `networkOf` reads them */
  constructor(networks: readonly string[]) {
    for (const network of networks.map(networkOf))
      if (network) this.#allowed.addSubnet(network.address, network.bits, familyOf(network.address));
  }

  /** Whether an IP address may be called. */
  mayCall(address: string): boolean {
    const family = familyOf(address);
    return !special.check(address, family) || this.#allowed.check(address, family);
  }

  /**
   * Why this address of a server is not called, as the end of a sentence that begins with what it is; null where nothing
   * is known against it. Where its name leads is seen when it is called.
   */
  problem(url: string): string | null {
    if (!URL.canParse(url)) return 'is no address';
    const { protocol, hostname, username, password } = new URL(url);
    if (username || password) return 'must not have a user name or a password in it';
    const host = hostname.replace(/^\[|\]$/g, '');
    const named = host === 'localhost' || host.endsWith('.localhost') ? '127.0.0.1' : host;
    if (isIP(named) && !this.mayCall(named))
      return 'leads into a network that is not public, which WEBHOOK_NETWORKS does not name';
    if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
      return 'must begin with https://';
    return null;
  }

  /** Resolves a name at the moment of the call, and fails where one of its addresses must not be called. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error('The name has no address.'), '');
      const refused = addresses.find(({ address }) => !this.mayCall(address));
      if (refused)
        return callback(
          new Error(
            `${hostname} leads to ${refused.address}, which is not public, and WEBHOOK_NETWORKS does not name it.`,
          ),
          '',
        );
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
