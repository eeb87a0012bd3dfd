import type { Cloud } from '#kernel/cloud/cloud-request.ts';
import type { CloudDeed } from '#resources/account-life.ts';
import type { TagMeaning } from '#resources/account-tags.ts';
import type { Values } from '#kernel/input.ts';
import type { Ids, Step } from '../ledger/step.ts';
import type { CloudPlaces } from './cloud-places.ts';

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
  deeds: Partial<Record<CloudDeed, DeedRecipe>>;
  /** How the tags of accounts are read and written that are there. */
  tagging: CloudTagging;
  /** Where accounts lie, and how they are moved. */
  places: CloudPlaces;
}

/** The tags of an account, by name. */
export type Tags = Readonly<Record<string, string>>;

/** A tag that an account is to have. */
export interface WantedTag {
  name: string;
  value: string;
  /** What stands for it where the cloud takes no such names or values. */
  instead?: { name: string; value: string };
}

/** How a cloud has tags of accounts that are there. */
export interface CloudTagging {
  /** The name that the steps of the cloud's recipe know an account by. */
  idName: string;
  /** Whether names are the same in capitals and small letters. */
  ignoresCase: boolean;
  /** Whether tags can be written while the cloud has the account as frozen. */
  whileFrozen: boolean;
  /** The tags of a request with these values, by the fields of the cloud's own form. */
  wanted: (request: Values) => WantedTag[];
  /** What its tags stand for, as far as that is kept in the record of an account. */
  meanings: readonly TagMeaning[];
  read: (account: string, signal?: AbortSignal) => Promise<Tags>;
  /** Adds these to those that are there; the same may be written twice. */
  write: (account: string, tags: readonly WantedTag[], signal?: AbortSignal) => Promise<void>;
  /** So many seconds later it is looked whether the cloud shows them. */
  lookAgain: number;
}

/** How something is done with an account, and what its preview says. */
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
