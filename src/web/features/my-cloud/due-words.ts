import type { Due } from '#calls/my-cloud.ts';
import { formatDay } from '#kernel/dates.ts';
import { grouped } from '#kernel/written.ts';

/** What is due, and what to do about it. */
export interface DueWords {
  what: string;
  advice: string;
}

/** The words of something that is due. */
export function dueWords({ kind, day, over, detail }: Due): DueWords {
  const when = day === null ? '' : `${over ? 'Expired on' : 'Expires on'} ${formatDay(day)}`;
  if (kind === 'expiry')
    return {
      what: when,
      advice: over
        ? 'Ask the CCoE team which cost center replaces it. Until then nobody may be charged for what uses it.'
        : 'Ask the CCoE team to extend it, or say which cost center replaces it.',
    };
  if (kind === 'lease')
    return {
      what: `Lease ${over ? 'ended' : 'ends'} on ${day === null ? '' : formatDay(day)}`,
      advice: over
        ? 'The account is frozen, and closed some time later unless its lease is extended.'
        : 'Extend it below where it is still needed. Else the account is frozen once that day has passed.',
    };
  if (kind === 'certificate')
    return { what: when, advice: 'Renew it at the provider, and send the CCoE team the new certificate.' };
  if (kind === 'tags')
    return {
      what: `${detail?.replaceAll(/\d+(?:\.\d+)?/g, (amount) => grouped(amount)) ?? 'Some of its spend'} without the demanded tags in the last final month`,
      advice: 'Add the tags to what the account has in its cloud. They count from the next bill.',
    };
  return {
    what: 'Nobody has answered the survey about it',
    advice: 'Tell the CCoE team who uses it, and whether it is still needed.',
  };
}
