import { z } from 'zod';
import { emailAddress, schedule } from './setting-kinds.ts';

/** The kinds of requests that may have to be approved. */
const APPROVED = [
  'aws_account',
  'azure_subscription',
  'gcp_project',
  'account_freeze',
  'account_release',
  'account_reopening',
  'account_adoption',
  'account_move',
  'account_tags',
  'all',
];

/** `aws_account, gcp_project` → ['aws_account', 'gcp_project']; `all` means each of them. */
const approvals = z
  .string()
  .transform((value) =>
    value
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((kind) => kind.toLowerCase()),
  )
  .refine(
    (kinds) => kinds.length > 0 && kinds.every((kind) => APPROVED.includes(kind)),
    `must be kinds of requests separated by commas, of ${APPROVED.join(', ')}`,
  );

/** `SG_SPINCO, SG_OTHER` → both, as they are written. */
const groupPrefixes = z
  .string()
  .transform((value) => value.split(/[\s,;]+/).filter(Boolean))
  .refine(
    (prefixes) => prefixes.length > 0 && prefixes.every((prefix) => prefix.length >= 3),
    'must be beginnings of names of groups, three characters or more each, separated by commas',
  );

/** Who has a say, who is written to, and when the clouds are read. */
export const deskSettings = {
  AP_EMAIL: emailAddress
    .optional()
    .describe(
      'Mail address of accounts payable, which gets the invoices of finalized billing runs. Default: whoever finalizes.',
    ),
  APPROVALS: approvals
    .optional()
    .describe(
      'Requests that somebody else than the requester has to approve, such as aws_account, gcp_project, or all. Default: none.',
    ),
  INVENTORY_SYNC: schedule('0 3 * * *')
    .prefault('off')
    .describe(
      'When accounts and machines of the clouds are read into the inventory, as five fields in UTC such as 0 3 * * *, or off.',
    ),
  SPINCO_GROUP_PREFIXES: groupPrefixes
    .prefault('SG_SPINCO')
    .describe(
      'With what the names of the security groups begin whose members may be changed here, separated by commas. Others are refused.',
    ),
  CCOE_EMAIL: emailAddress
    .prefault('ccoe@example.com')
    .describe('Mail address of the CCoE team that pages and messages name.'),
};
