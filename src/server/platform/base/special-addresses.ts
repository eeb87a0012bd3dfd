import { BlockList, isIP } from 'node:net';

/** Where clouds keep the credentials of the machine. */
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
linkLocal.addAddress('fd00:ec2::254', 'ipv6');

/** True for addresses that only this machine reaches, as HOST or an URL names them. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || /^(::1|\[::1\]|127(\.\d{1,3}){3})$/.test(host);
}

/** Whether an IP address is a link-local one, also one of IPv4 that is written as one of IPv6. */
export function isLinkLocal(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  return linkLocal.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

/** Whether the host of an URL, as `hostname` has it, is a link-local address. */
export function isLinkLocalHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && isLinkLocal(host);
}

/**
 * Why metadata is not fetched from this address, or null. Metadata says whom to trust, so it comes over
 * TLS unless it comes from this machine.
 */
export function metadataUrlProblem(address: string): string | null {
  if (!URL.canParse(address)) return 'it is no address';
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return 'only https:// addresses are fetched';
  if (isLinkLocalHost(hostname)) return 'it is a link-local address';
  if (protocol === 'http:' && !isLoopback(hostname)) return 'http:// is accepted on this machine only';
  return null;
}
