import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const KIB_PER_MB = 1024;
const EVERY_MS = 20;

/** The resident memory of a process in MB (of 1,048,576 bytes). */
export function residentMb(pid: number): number {
  if (process.platform === 'linux') {
    const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kib) / KIB_PER_MB;
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / KIB_PER_MB;
}

/** Runs `work` and answers its value and the most memory in MB that the process had meanwhile. */
export async function peakDuring<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ value: T; peak: number }> {
  let peak = residentMb(pid);
  const timer = setInterval(() => (peak = Math.max(peak, residentMb(pid))), EVERY_MS);
  try {
    const value = await work();
    return { value, peak: Math.max(peak, residentMb(pid)) };
  } finally {
    clearInterval(timer);
  }
}
