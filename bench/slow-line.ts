import type { Page } from '@playwright/test';

const MBPS = 9;
const LATENCY_MS = 60;
const CPU_SLOWER = 4;

/** What pages are measured with, as people read it. */
export const SLOWER = `${MBPS} Mbps, ${LATENCY_MS} ms, ${CPU_SLOWER}× slower CPU`;

/** From now on the page has the line and the processor of a modest machine far away. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const bytesPerSecond = (MBPS * 1_000_000) / 8;
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
}

const sizes = new Map<string, Promise<number>>();

/** What a script is, in bytes as gzip sends it. */
function gzipSize(url: string): Promise<number> {
  const known = sizes.get(url) ?? measured(url);
  sizes.set(url, known);
  return known;
}

async function measured(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  const body = await response.arrayBuffer();
  return Number(response.headers.get('content-length') ?? body.byteLength);
}

/** What scripts are together, in kB of 1,000 bytes as gzip sends them. */
export async function kilobytesOf(scripts: Iterable<string>): Promise<number> {
  const each = await Promise.all([...scripts].map(gzipSize));
  return each.reduce((sum, size) => sum + size, 0) / 1000;
}
