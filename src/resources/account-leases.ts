import { dayAfter } from '#kernel/dates.ts';
import { date } from '#kernel/fields/date.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { money } from '#kernel/fields/money.ts';
import { number } from '#kernel/fields/number.ts';
import { text } from '#kernel/fields/text.ts';

/** How a lease is: it runs, has ended, or its account is frozen or closed since. */
export const leaseStates = ['running', 'ended', 'frozen', 'closed'] as const;
export type LeaseState = (typeof leaseStates)[number];

/** Owner and desk get a reminder so many days before the end, the earliest first. */
export const REMIND_DAYS = [14, 7, 1] as const;
/** Per cent of the spend limit at which they get a mail. With the last one the lease ends. */
export const SPEND_PERCENTS = [80, 100] as const;

const MOST_DAYS = 3650;
/** Why something is done with a lease. */
export const leaseReason = longText('Reason', {
  max: 2000,
  hint: 'Read by everybody who is mailed about it, and kept with the account.',
});

/** The input of a lease. */
export const leaseFields = {
  ends_on: date('Last Day', { hint: 'By UTC. Once it has passed, the account is frozen.' }),
  limit_amount: money('Spend Limit', {
    optional: true,
    currency: 'limit_currency',
    positive: true,
    hint: 'What the account may cost from the first day of the lease on. Once that is reached, it is frozen.',
  }),
  limit_currency: text('Currency', { optional: true, format: 'currency', hint: 'That of its bills.' }),
  close_after_days: number('Days Until It Is Closed', {
    optional: true,
    min: 1,
    max: MOST_DAYS,
    default: 30,
    hint: 'So many days after the freeze the portal asks desk and owner to close it. Empty: never.',
  }),
  extension_days: number('Days of an Extension', {
    min: 0,
    max: MOST_DAYS,
    default: 30,
    hint: 'So many days one extension adds at most.',
  }),
  most_days: number('Days of All Extensions', {
    min: 0,
    max: MOST_DAYS,
    default: 90,
    hint: 'So many days all extensions add at most, from Last Day on. 0: it cannot be extended.',
  }),
  reason: leaseReason,
} as const;

/** The terms of a lease that say how far it may be extended. */
interface ExtensionTerms {
  ends_on: string;
  agreed_end: string;
  extension_days: number;
  most_days: number;
}

const later = (one: string, other: string): string => (one > other ? one : other);
const earlier = (one: string, other: string): string => (one < other ? one : other);

/**
 * The last day that one extension of a lease may reach. It counts from the end of the lease, or from today where that has passed; all
 * of them together count from the end that the desk set.
 */
export const latestDay = (
  { ends_on: end, agreed_end: agreed, extension_days: one, most_days: all }: ExtensionTerms,
  today: string,
): string => earlier(dayAfter(later(end, today), one), dayAfter(agreed, all));

/** The days before the end of the reminder that is due now; null before the first one, and once the end has passed. */
export function reminderOf(end: string, today: string): number | null {
  if (today > end) return null;
  return REMIND_DAYS.findLast((days) => dayAfter(today, days) >= end) ?? null;
}

/** Something that comes of a lease by itself. */
export interface Coming {
  day: string;
  what: string;
}

/** What comes of a lease that runs, in this order: mails, the last day, the freeze and the closure. */
export function comingOf(
  { ends_on: end, close_after_days: days }: { ends_on: string; close_after_days: number | null },
  today: string,
): Coming[] {
  const next = REMIND_DAYS.map((before) => dayAfter(end, -before)).find((day) => day > today && day <= end);
  const frozen = dayAfter(end, 1);
  return [
    ...(next === undefined ? [] : [{ day: next, what: 'Owner and desk are reminded of the end' }]),
    { day: end, what: 'Its last day' },
    { day: frozen, what: 'The account is frozen' },
    ...(days === null ? [] : [closing(dayAfter(frozen, days))]),
  ];
}

/** What comes once the account is frozen. */
export const closing = (day: string): Coming => ({ day, what: 'Owner and desk are asked to close it' });
