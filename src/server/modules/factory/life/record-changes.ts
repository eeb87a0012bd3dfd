import type { Values } from '#kernel/input.ts';
import type { DeploymentKind } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { ruleOf } from '#server/engine/review/rules.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { isApproved, type FactoryParts } from '../parts.ts';
import type { LivingAccount } from './store.ts';

/** A field of the record of an account that is to change. */
export interface RecordChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** Fields by the names that people read. */
export const labelOf = (field: string): string =>
  Object.entries(cloudParents.fields).find(([name]) => name === field)?.[1].label ?? field;

/** What of these values is another than the record of an account has. */
export const changesOf = ({ record }: Pick<LivingAccount, 'record'>, values: Values): RecordChange[] =>
  Object.entries(values).flatMap(([field, value]) => {
    const before = shown(record[field]);
    const after = shown(value);
    return before === after ? [] : [{ field, before, after }];
  });

function shown(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The same as previews have it. */
export const inWords = (changes: readonly RecordChange[]) =>
  changes.map(({ field, before, after }) => ({ label: labelOf(field), before, after }));

/** Whether somebody else decides: where the settings name the kind, or the rule of the model a field that changes. */
export async function needsSecond(
  runner: Runner,
  { config }: Pick<FactoryParts, 'config'>,
  kind: DeploymentKind,
  changes: readonly RecordChange[],
): Promise<boolean> {
  if (isApproved(config.approvals, kind)) return true;
  const { fields } = await ruleOf(runner, cloudParents);
  return changes.some(({ field }) => fields.includes(field));
}

/** Who has to agree before anything is done, in words. */
export const deciders = (isDecided: boolean): string[] =>
  isDecided ? ['Somebody else at the desk, on the page of the deployment.'] : [];
