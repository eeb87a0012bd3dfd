import { asTag } from '#resources/cloud-requests/aws-account.ts';
import type { TagMeaning } from '#resources/account-tags.ts';
import { decodeLabel, encodeLabel, encodeNarrowLabel, narrowKey } from './gcp-labels.ts';

const same = (text: string): string => text;

/** The tags of an account of AWS that stand for fields of its record. */
export const awsMeanings: readonly TagMeaning[] = [
  { field: 'cost_center', name: 'CostCenter', of: asTag, textOf: same },
  { field: 'owner', name: 'Owner', of: asTag, textOf: same },
  { field: 'department', name: 'Department', of: asTag, textOf: same },
  { field: 'business_unit', name: 'BusinessUnit', of: asTag, textOf: same },
];

/** Those of a subscription of Azure. */
export const azureMeanings: readonly TagMeaning[] = [
  { field: 'cost_center', name: 'CostCenter', of: same, textOf: same, ignoresCase: true },
  { field: 'owner', name: 'Owner', of: same, textOf: same, ignoresCase: true },
];

/** Those of a project of Google, each also as the narrower rule of labels has it. */
export const gcpMeanings: readonly TagMeaning[] = (['cost_center', 'owner'] as const).flatMap((field) => [
  { field, name: field, of: encodeLabel, textOf: decodeLabel },
  { field, name: narrowKey(field), of: encodeNarrowLabel, textOf: same },
]);
