import { z } from 'zod';
import { domains, emailAddress, isNotLinkLocal, NOT_LINK_LOCAL, wholeNumber } from './setting-kinds.ts';

/** How mail leaves, and where reports may go. */
export const mailSettings = {
  SMTP_URL: z
    .string()
    .refine((value) => /^smtps?:\/\//.test(value) && URL.canParse(value), {
      message: 'must be a mail server, such as smtps://user:password@mail.example.com',
    })
    .refine(isNotLinkLocal, NOT_LINK_LOCAL)
    .optional()
    .describe('Mail server. Without it mail stays in the outbox of the portal.'),
  MAIL_FROM: emailAddress.prefault('skyledger@localhost.localdomain').describe('Sender of outgoing mail.'),
  MAIL_RETRY_SECONDS: wholeNumber(1, 3600)
    .prefault('10')
    .describe('Pause before a mail that could not leave is tried again; it doubles up to half an hour.'),
  MAIL_GIVE_UP_HOURS: wholeNumber(0, 720)
    .prefault('24')
    .describe('A mail that could not leave in this time has failed.'),
  REPORT_ALLOWED_DOMAINS: domains
    .optional()
    .describe('Mail domains that reports may be sent to. Default: that of the person who asks.'),
};
