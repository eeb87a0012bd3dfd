import type { DriftKind } from './drift-findings.ts';

/** The actions on a finding. */
export const DRIFT_TAKES = ['give', 'terminate', 'add_owner', 'confirm'] as const;
export type DriftTake = (typeof DRIFT_TAKES)[number];

/** The models whose records a repair changes, each with the field in which it does. */
export const DRIFT_FIELDS = {
  cost_centers: 'cloud_contact_id',
  cloud_parents: 'cloud_contact_email',
  cloud_contacts: 'terminated',
  github_copilot_users: 'cloud_contact_email',
} as const;
export type DriftModel = keyof typeof DRIFT_FIELDS;

/** The subject of each finding. */
export const DRIFT_SUBJECTS = {
  left_owns_cost_center: 'cost_centers',
  left_owns_account: 'cloud_parents',
  terminated_owns_account: 'cloud_parents',
  group_without_owner: 'ad_groups',
  unanswered_cost_center: 'cost_centers',
  unanswered_account: 'cloud_parents',
  unanswered_seat: 'github_copilot_users',
} as const satisfies Record<DriftKind, DriftModel | 'ad_groups'>;

/** What nobody answered about in a campaign, by the model of the record. */
export const UNANSWERED: ReadonlySet<DriftKind> = new Set([
  'unanswered_cost_center',
  'unanswered_account',
  'unanswered_seat',
]);

/** So many records are handed over at a time. */
export const MOST_HANDED_OVER = 1000;

const isSubject = (kind: unknown): kind is DriftKind =>
  typeof kind === 'string' && Object.hasOwn(DRIFT_SUBJECTS, kind);

/** The repairs of a finding, by its row. */
export function driftRepairsOf(row: Readonly<Record<string, unknown>>): DriftTake[] {
  const { kind, contact_in_use: inUse } = row;
  if (!isSubject(kind)) return [];
  if (kind === 'group_without_owner') return ['add_owner'];
  if (UNANSWERED.has(kind)) return ['confirm', 'give'];
  return inUse === true ? ['give', 'terminate'] : ['give'];
}
