import type { AwsProvider } from '#server/providers/aws/interface.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Ids, StepContext } from '../../ledger/step.ts';

/** What accounts of AWS are made with. */
export interface AwsRecipeParts {
  provider: AwsProvider;
  /** What the portal calls the person with this address; null where it knows nobody. */
  nameOf: (email: string) => Promise<string | null>;
  /** What AWS wants to know of alternate contacts beside their name and address. */
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

/** A text of what was asked for, without white space around it. */
export function asked({ request }: Pick<StepContext, 'request'>, field: string): string {
  const value = request[field];
  return typeof value === 'string' ? value.trim() : '';
}

/** The regions that were asked for, each once. */
export function regionsOf({ request }: Pick<StepContext, 'request'>): string[] {
  const given: unknown[] = Array.isArray(request['regions']) ? request['regions'] : [];
  return [...new Set(given.map((region) => String(region).trim()).filter((region) => region !== ''))];
}
