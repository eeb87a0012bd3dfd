import type { Cloud } from '#kernel/billing/runs.ts';

/** A posting: an expense of a company, or its opposite, on a cost center or a WBS element. */
export interface Posting {
  /** Its number in what it is a posting of, by which it is named. */
  n: number;
  /** Of the invoice. */
  reference: string;
  currency: string;
  company_code: string;
  gl_account: string;
  cost_center: string | null;
  wbs_element: string | null;
  /** A decimal with the decimals of its currency; below zero for what is taken back. */
  amount: string;
  text: string;
}

/** -1.50 for 1.50 and the other way round. */
export const opposite = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

/** Postings that take others back: the same with opposite amounts. */
export const takenBack = <Of extends Posting>(postings: readonly Of[]): Of[] =>
  postings.map((one) => ({ ...one, amount: opposite(one.amount), text: `Reversal of ${one.text}` }));

/** A posting, with whose bill it is from and who answers for it. */
export interface OwnedPosting extends Posting {
  cloud: Cloud;
  business_unit: string | null;
  owner_email: string | null;
}
