import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import type { Outbox } from '#server/platform/mail/outbox.ts';

/** How the engine has work that takes long done in the background, and mails what came of it. */
export interface Background {
  queue: Queue;
  jobs: Jobs;
  outbox: Outbox;
  /** The mail domains that may be mailed to; null: that of the requester. */
  mailDomains: readonly string[] | null;
  /** The address of the portal, for mails. */
  publicUrl: string;
  /** Whom people may ask for help. */
  ccoeEmail: string;
}
