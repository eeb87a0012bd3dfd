import type { BillProvider, Cloud, RunState } from './runs.ts';

/** Of the spend, 1 for all; null where that is nothing or a credit. */
type Share = string | null;

/** What an account spends without the tags that are asked for, in one currency; amounts are decimals. */
export interface AccountSpend {
  identifier: string;
  name: string | null;
  provider: Cloud | null;
  cloud_parent_id: number | null;
  owner_email: string | null;
  owner_name: string | null;
  cloud_contact_id: number | null;
  cost_center: string | null;
  cost_center_id: number | null;
  currency: string;
  amount: string;
  /** What has no tag at all. */
  untagged: string;
  /** All that can bear tags. */
  spend: string;
  share: Share;
  lines: number;
  /** What lacks each of the demanded tags. */
  lacking: { tag: string; amount: string }[];
  runs: number[];
  /** All accounts of its owner in this currency. */
  owner: { accounts: number; amount: string; spend: string; share: Share };
}

/** What a currency comes to, and of how many accounts and owners. */
export interface SpendTotal {
  currency: string;
  amount: string;
  untagged: string;
  spend: string;
  share: Share;
  accounts: number;
  owners: number;
}

/** A run of the month, and whether it is known what tags its lines bear. */
export interface RunOfSpend {
  id: number;
  provider: BillProvider;
  state: RunState;
  tags: 'counted' | 'none' | 'not_counted' | 'being_read';
}

/** What a service of an account spends without the tags that are asked for; amounts have all of their digits. */
export interface ServiceSpend {
  service: string | null;
  billing_run: number;
  provider: BillProvider;
  currency: string;
  amount: string;
  spend: string;
  share: Share;
  lines: number;
}
