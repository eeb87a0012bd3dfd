import { grouped, money } from '#kernel/written.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Statement } from '#calls/finalize.ts';
import { GREETING } from '#server/platform/mail/outbox.ts';

const signed = (decimal: string) => (decimal.startsWith('-') ? grouped(decimal) : `+${grouped(decimal)}`);

/** The first and the last day of the bills of a run, YYYY-MM-DD; null for one without an invoice. */
export interface BilledDays {
  first: string | null;
  last: string | null;
}

interface OfRun {
  /** YYYY-MM, the month that is charged. */
  month: string;
  days: BilledDays;
  /** Whether it is a difference from what was booked before. */
  corrects: boolean;
}

/** Where these bills are: the page begins with those of the month in which it is read. */
const addressOf = (publicUrl: string, { first, last }: BilledDays) =>
  `${publicUrl}/auth/cloud-billing${first && last ? `?startDate=${first}&endDate=${last}` : ''}`;

/** The mail of one owner. */
export function statementText(
  { totals, cost_centers: centers, services }: Statement,
  { month, days, corrects }: OfRun,
  { publicUrl, ccoeEmail }: Pick<Config, 'publicUrl' | 'ccoeEmail'>,
): string {
  const before = corrects ? 'booked before' : 'last month';
  return [
    GREETING,
    '',
    corrects
      ? `an invoice of ${month} was corrected, which changes what is booked on cost centers that you own. These are the new amounts.`
      : `these cloud costs of ${month} were booked on cost centers that you own.`,
    '',
    ...totals.map(
      (one) =>
        `Total: ${money(one.this_month, one.currency)}, ${before} ${grouped(one.last_month)} (${signed(one.difference)})`,
    ),
    '',
    'By cost center:',
    ...centers.map(
      (one) =>
        `  ${one.identifier}: ${money(one.this_month, one.currency)}, ${before} ${grouped(one.last_month)} (${signed(one.difference)})`,
    ),
    ...(services.length > 0
      ? [
          '',
          'Top services:',
          ...services.map((one) => `  ${one.service}: ${money(one.amount, one.currency)}`),
        ]
      : []),
    '',
    `The bills: ${addressOf(publicUrl, days)}`,
    `For questions, write to ${ccoeEmail}.`,
    '',
    'Skyledger',
    '',
  ].join('\n');
}
