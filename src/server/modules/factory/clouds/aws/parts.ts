import type { AwsProvider } from '#server/providers/aws/interface.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Ids, StepContext } from '../../ledger/step.ts';
import { type RegionList } from './region-list.ts';

/** Provider and settings that accounts of AWS are made with. */
export interface AwsRecipeParts {
  provider: AwsProvider;
  /** The regions of the organization. */
  regions?: RegionList;
  /** The name in the portal of the person with this address; null where it knows nobody. */
  nameOf: (email: string) => Promise<string | null>;
  /** Details of alternate contacts that AWS requires beside their name and address. */
  contact: { title: string; phone: string };
  /** The permission set that a group gets in new accounts; null: none is assigned. */
  access: { permissionSet: string; group: string } | null;
}

/** The account that the first step made. @throws {ProviderFailure} where it is not known */
export function accountOf({ ids }: { ids: Ids }): string {
  const id = ids['account_id'];
  if (id === undefined)
    throw new ProviderFailure('refused', 'The account is not known yet: the step that makes it comes first.');
  return id;
}

/** How long it takes until something that AWS does by itself is looked at again, in seconds. */
export function lookAgain({ reached }: AwsProvider, usually: number): number {
  return reached.simulated ? 1 : usually;
}

/** A text field of the request, trimmed. */
export function textOf({ request }: Pick<StepContext, 'request'>, field: string): string {
  const value = request[field];
  return typeof value === 'string' ? value.trim() : '';
}

/** The requested regions, each once. */
export function regionsOf({ request }: Pick<StepContext, 'request'>): string[] {
  const given: unknown[] = Array.isArray(request['regions']) ? request['regions'] : [];
  return [...new Set(given.map((region) => String(region).trim()).filter((region) => region !== ''))];
}
