import type { BillProvider } from '#kernel/billing/runs.ts';
import type { OtherEncoding } from '#kernel/csv/decode-text.ts';
import type { DateOrder } from '#kernel/reading/days.ts';
import type { DecimalSign } from '#kernel/reading/numbers.ts';
import type { PoolTag } from '../runs/rules.ts';
import type { TagKeys } from './tag-columns.ts';

/** The options for reading the files of a bill, most of them stated by a person. */
export interface ReadOptions {
  provider: BillProvider;
  /** Where the file has none. */
  currency: string | null;
  /** The invoice number, where the file has none. */
  reference: string | null;
  /** The first day of the month that is charged; null where the file says it. */
  month: string | null;
  /** How the demanded tags are spelled. */
  tagKeys: TagKeys;
  /** The tags by which pools of the rules take lines. */
  poolTags?: readonly PoolTag[];
  /** Of text that is no Unicode; null where nobody stated it. */
  encoding: OtherEncoding | null;
  /** Of its amounts and of its dates; null where the file settles it. */
  decimalSign: DecimalSign | null;
  dateOrder: DateOrder | null;
  /** Whether it is read again for a run that has its lines, and that may be of before accounts of AWS without their zeros were refused. */
  wasAccepted?: boolean;
  /** Whether all of it is amortised costs: they are looked at beside what is billed, and no run is begun with them. */
  isAmortised?: boolean;
  /** Whether its lines are summed by day, account and service (`DAILY_COLUMNS`), and not kept one by one. */
  isDaily?: boolean;
}
