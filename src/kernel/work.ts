/** Where background work stands, as the server keeps it and the web shows it. */

/** A job waits, runs, has ended well, or has failed for good. */
export const JOB_STATES = ['queued', 'running', 'done', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A mail waits, is with the mail server, was sent, has failed for good, or is kept where no server is configured. */
export const MAIL_STATES = ['queued', 'sending', 'sent', 'failed', 'kept'] as const;
export type MailState = (typeof MAIL_STATES)[number];
