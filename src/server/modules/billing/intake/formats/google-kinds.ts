import type { ChargeKind } from '../bill-line.ts';

/** The kind of a line of Google, by the words that it is described with. */
export function kindOf(words: string, amount: string): ChargeKind {
  if (/\btax\b|\bvat\b|\bgst\b/i.test(words)) return 'tax';
  if (/\bround/i.test(words)) return 'rounding';
  if (/\badjust/i.test(words)) return 'adjustment';
  if (/credit|discount|promotion/i.test(words) && amount.startsWith('-')) return 'credit';
  return 'usage';
}
