import { grouped } from '#kernel/written.ts';
import { readTypedAmount } from '../inputs/typed-amount.ts';

/** Shows the word of a filter as people write it: 10..20 → 10 – 20, 10.. → ≥ 10, ..20 → ≤ 20. */
export function spokenRange(word: string): string {
  const [, from, to] = /^(.*)\.\.(.*)$/.exec(word) ?? [];
  if (from === undefined || to === undefined) return grouped(word);
  if (from && to) return `${grouped(from)} – ${grouped(to)}`;
  return from ? `≥ ${grouped(from)}` : to ? `≤ ${grouped(to)}` : '';
}

/**
 * Reads a number or a range as it is typed: `20`, `10-20`, `10 – 20`, `10 to 20`, `10..20`, `10..`, `>= 10`, `≤ 20`.
 * Answers the word of the filter, empty for an empty text, null for what is neither.
 */
export function readTypedRange(text: string): string | null {
  const typed = text.trim();
  if (typed === '') return '';
  const bound = /^(>=|≥|<=|≤)(.+)$/.exec(typed);
  if (bound?.[1] && bound[2]) {
    const end = readTypedAmount(bound[2]);
    return end === null ? null : />|≥/.test(bound[1]) ? `${end}..` : `..${end}`;
  }
  const single = readTypedAmount(typed);
  if (single !== null) return single;
  const ends = /^(.*?)\s*(?:\.\.|–|\bto\b|(?<=[\d\s])-)\s*(.*)$/.exec(typed);
  if (!ends) return null;
  const [from, to] = [ends[1] ?? '', ends[2] ?? ''].map((end) =>
    end.trim() === '' ? '' : readTypedAmount(end),
  );
  if (from === null || to === null || from === undefined || to === undefined || (!from && !to)) return null;
  return `${from}..${to}`;
}
