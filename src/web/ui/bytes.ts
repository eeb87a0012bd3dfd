import { rounded } from '#kernel/written.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB'];

/** A size for people: 812 bytes, 14 kB, 5.8 MB. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  const digits = step > 0 && value < 10 ? 1 : 0;
  return `${rounded(value, digits)} ${UNITS[step]}`;
}
