/** The clouds that companies have a GL account for; that of GitHub is Azure's. */
export const CLOUDS = ['aws', 'azure', 'gcp', 'github'] as const;
export type Cloud = (typeof CLOUDS)[number];

/** Those that sell reservations and savings plans. */
export const COMMITTING_CLOUDS = ['aws', 'azure', 'gcp'] as const;
export type CommittingCloud = (typeof COMMITTING_CLOUDS)[number];

/** Whose files are taken; FOCUS names the cloud in each line. */
export const BILL_PROVIDERS = ['azure', 'gcp', 'aws', 'focus', 'github'] as const;
export type BillProvider = (typeof BILL_PROVIDERS)[number];

/** A billing run is worked on, waits for a person, or is over. */
export const RUN_STATES = [
  'processing',
  'needs_review',
  'ready',
  'finalizing',
  'final',
  'reversed',
  'superseded',
  'failed',
] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What an invoice is held against, the weakest last: a total that is stated, a person who has checked it, or nothing. */
export const HELD_AGAINST = ['stated_total', 'person', 'nothing'] as const;
export type HeldAgainst = (typeof HELD_AGAINST)[number];
