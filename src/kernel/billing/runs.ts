/** The clouds that companies have a GL account for; that of GitHub is Azure's. */
export const CLOUDS = ['aws', 'azure', 'gcp', 'github'] as const;
export type Cloud = (typeof CLOUDS)[number];

/** Those that sell reservations and savings plans. */
export const COMMITTING_CLOUDS = ['aws', 'azure', 'gcp'] as const;
export type CommittingCloud = (typeof COMMITTING_CLOUDS)[number];

/** Whose files are taken; FOCUS names the cloud in each line. */
export const BILL_PROVIDERS = ['azure', 'gcp', 'aws', 'focus', 'github'] as const;
export type BillProvider = (typeof BILL_PROVIDERS)[number];

/** The run is read and waits for a person, who can change it. */
export const WAITING_STATES = ['needs_review', 'ready'] as const;

/** Nobody has begun to book the run: it is worked on, or waits for a person. */
export const OPEN_STATES = ['processing', ...WAITING_STATES] as const;

/** The run books its postings, or has booked them. */
export const BOOKING_STATES = ['finalizing', 'final'] as const;

/** The invoices of the run count: it charges its month, or is going to. */
export const COUNTING_STATES = [...OPEN_STATES, ...BOOKING_STATES] as const;

/** A billing run is worked on, waits for a person, or is over. */
export const RUN_STATES = [...COUNTING_STATES, 'reversed', 'superseded', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** The basis on which an invoice is checked, the weakest last: a stated total, a person who has checked it, or nothing. */
export const HELD_AGAINST = ['stated_total', 'person', 'nothing'] as const;
export type HeldAgainst = (typeof HELD_AGAINST)[number];
