import type { Cloud } from '#kernel/cloud/cloud-request.ts';
import type { AccountDeed } from '#resources/account-life.ts';
import type { Ids, Step } from '../ledger/step.ts';

/** How a cloud has an account. */
export interface SeenAccount {
  state: 'in_use' | 'frozen' | 'closed' | 'gone';
  /** In the cloud's own words, such as 'AWS lists it as SUSPENDED.' */
  words: string;
}

/** What one cloud does with accounts that are there. */
export interface CloudLife {
  cloud: Cloud;
  /** Such as 'AWS'. */
  called: string;
  /** Reads how the cloud has an account now. @throws {ProviderFailure} */
  look: (account: string) => Promise<SeenAccount>;
  /** What it offers. What a cloud has no call for is not there. */
  deeds: Partial<Record<AccountDeed, DeedRecipe>>;
}

/** How something is done with an account, and what is told of it beforehand. */
export interface DeedRecipe {
  steps: readonly Step[];
  /** What stops, or begins again: a sentence each. */
  effects: readonly string[];
  /** How one comes back, and until when, in words. */
  wayBack: string;
  /** So many days it is sure that there is a way back; null where the cloud names none. */
  days: number | null;
  /** So many days longer it may still be tried. */
  graceDays?: number;
  /** Whether the cloud lists the account as not in use from then on, although it is frozen and no more. */
  listedInactive?: boolean;
  /** What stands against it that the cloud alone knows, such as a unit that is missing. Reads from it. @throws {ProviderFailure} */
  check?: (kept: Ids) => Promise<string | null>;
}

/** The account that a deployment is about, and what the way back needs: parts of its request. */
export const accountIn = (request: Readonly<Record<string, unknown>>): string => String(request['account']);
export const keptIn = (request: Readonly<Record<string, unknown>>): Ids => (request['kept'] ?? {}) as Ids;
