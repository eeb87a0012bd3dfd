import type { HeldAgainst } from '#kernel/billing/runs.ts';
import { grouped } from '#kernel/written.ts';

const counted = (count: number) => (count === 1 ? '1 invoice is' : `${grouped(count)} invoices are`);

/** How so many invoices are checked, as a sentence without its full stop. */
export const HELD_WORDS: Record<HeldAgainst, (count: number) => string> = {
  stated_total: (count) => `${counted(count)} held against a stated total`,
  person: (count) => `${counted(count)} confirmed by a person`,
  nothing: (count) => `${counted(count)} not held against anything`,
};
