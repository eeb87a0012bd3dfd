import { z } from 'zod';
import { schedule, type SettingsOf } from './setting-kinds.ts';

/** What the running month is read by, and what counts as unusual in it. */
export interface RunningCostsConfig {
  /** When the exports are read, five fields; null: only on request. */
  cron: string | null;
  /** What an anomaly costs at least beyond what is usual: in currencies with an amount of their own, and in all others. */
  least: { of: ReadonlyMap<string, number>; others: number };
}

const LEAST = '50, JPY=7500, INR=4500';
const AMOUNT = /^\d{1,9}(?:\.\d{1,2})?$/;
const OF_CURRENCY = /^([A-Z]{3})=(\d{1,9}(?:\.\d{1,2})?)$/;

const partsOf = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** `50, JPY=7500`: an amount for all currencies, and those of single ones. */
const amounts = z
  .string()
  .refine(
    (value) =>
      partsOf(value).every((part) => AMOUNT.test(part) || OF_CURRENCY.test(part)) &&
      partsOf(value).filter((part) => AMOUNT.test(part)).length === 1,
    'must be an amount for all currencies, with those of single ones behind it, such as 50, JPY=7500',
  )
  .transform((value) => ({
    of: new Map(
      partsOf(value).flatMap((part): [string, number][] => {
        const [, currency, amount] = OF_CURRENCY.exec(part) ?? [];
        return currency === undefined ? [] : [[currency, Number(amount)]];
      }),
    ),
    others: Number(partsOf(value).find((part) => AMOUNT.test(part))),
  }));

/** When the running month is read, and what is unusual in it. */
export const runningCostsSettings = {
  RUNNING_COSTS: schedule('0 7 * * *')
    .prefault('0 7 * * *')
    .describe(
      'When the costs of the running month are read from each configured source of bills, as five fields in UTC, or off. Clouds write their exports anew once to several times a day.',
    ),
  ANOMALY_LEAST: amounts
    .prefault(LEAST)
    .describe(
      'What a day, or the first week of a new service, has to cost beyond what is usual to be an anomaly: an amount for all currencies, with those of single ones behind it.',
    ),
};

/** What these settings come to. */
export const runningCostsOf = (settings: SettingsOf<typeof runningCostsSettings>): RunningCostsConfig => ({
  cron: settings.RUNNING_COSTS === 'off' ? null : settings.RUNNING_COSTS,
  least: settings.ANOMALY_LEAST,
});
