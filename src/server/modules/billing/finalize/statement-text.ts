import type { Config } from '#server/platform/config/config.ts';
import type { Statement } from './statements.ts';

/** 1234567.50 → 1,234,567.50 */
const grouped = (decimal: string) => decimal.replaceAll(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, ',');

const signed = (decimal: string) => (decimal.startsWith('-') ? grouped(decimal) : `+${grouped(decimal)}`);

/** The mail of one owner. @param month YYYY-MM, the month that is charged */
export function statementText(
  { totals, cost_centers: centers, services }: Statement,
  month: string,
  { publicUrl, ccoeEmail }: Pick<Config, 'publicUrl' | 'ccoeEmail'>,
): string {
  return [
    'Hello,',
    '',
    `these cloud costs of ${month} were booked on cost centers that you own.`,
    '',
    ...totals.map(
      (one) =>
        `Total: ${grouped(one.this_month)} ${one.currency}, last month ${grouped(one.last_month)} (${signed(one.difference)})`,
    ),
    '',
    'By cost center:',
    ...centers.map(
      (one) =>
        `  ${one.identifier}: ${grouped(one.this_month)} ${one.currency}, last month ${grouped(one.last_month)} (${signed(one.difference)})`,
    ),
    ...(services.length > 0
      ? [
          '',
          'Top services:',
          ...services.map((one) => `  ${one.service}: ${grouped(one.amount)} ${one.currency}`),
        ]
      : []),
    '',
    `The bills are at ${publicUrl}/auth/cloud-billing. For questions, write to ${ccoeEmail}.`,
    '',
    'Skyledger',
    '',
  ].join('\n');
}
