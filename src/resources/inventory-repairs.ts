import type { Values } from '#kernel/input.ts';

/** Whose word is taken where the inventory says something else. */
export const TAKES = ['survey', 'provider', 'manage'] as const;
export type Take = (typeof TAKES)[number];

/** The field of the cloud parent in which each difference lies. */
export const REPAIRED = {
  unmanaged: 'managed',
  terminated: 'terminated',
  name: 'name',
  place: 'place',
  owner: 'cloud_contact_email',
  cost_center: 'cost_center',
  department: 'department',
  business_unit: 'business_unit_name',
  environment: 'environment',
  billing_contact: 'billing_contact',
  security_contact: 'security_contact',
  operations_contact: 'operations_contact',
} as const;

/** Something that makes a difference go. */
export interface Repair {
  take: Take;
  /** The text of its button. */
  label: string;
  /** The values that it writes into the cloud parent. */
  values: Values;
}

export const isRepaired = (kind: unknown): kind is keyof typeof REPAIRED =>
  typeof kind === 'string' && Object.hasOwn(REPAIRED, kind);

const folded = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '');

/** The repairs of a difference, by its row. */
export function repairsOf(row: Readonly<Record<string, unknown>>): Repair[] {
  const { kind, in_inventory: now, in_survey: answered, at_provider: atProvider } = row;
  if (!isRepaired(kind)) return [];
  const field = REPAIRED[kind];
  if (kind === 'unmanaged')
    return [{ take: 'manage', label: 'Manage this account', values: { [field]: true } }];
  if (kind === 'terminated') {
    const isGone = atProvider === 'Yes';
    const label = isGone ? 'Mark as terminated' : 'Mark as in use';
    return [{ take: 'provider', label, values: { [field]: isGone } }];
  }
  const values = [
    ['survey', answered],
    ['provider', atProvider],
  ] as const;
  return values.flatMap(([take, value]) =>
    typeof value !== 'string' || folded(value) === folded(now)
      ? []
      : [{ take, label: `Take ${value} over from the ${take}`, values: { [field]: value } }],
  );
}

/** What brings the cloud to what the inventory says, as the text of a button; null where nothing does. */
export function cloudRepairOf({
  cloud_side: side,
  in_inventory: now,
}: Readonly<Record<string, unknown>>): string | null {
  if (side === 'adopt') return 'Adopt in the cloud';
  if (side === 'move') return `Move it to ${String(now)} in the cloud`;
  return side === 'write' ? `Write ${String(now)} to the cloud` : null;
}

/** Whether a difference is repaired in the cloud together with others. */
export const isWritten = ({ cloud_side: side }: Readonly<Record<string, unknown>>): boolean =>
  side === 'move' || side === 'write';

/** Whether the inventory can take over what the cloud says. */
export const isTakenOver = (row: Readonly<Record<string, unknown>>): boolean =>
  repairsOf(row).some(({ take }) => take === 'provider');
