import { policyWords, type AssignedPolicy } from '#kernel/cloud/azure-policies.ts';
import type { Values } from '#kernel/input.ts';

/** The member of a stored request with its baseline, as it was when the account was requested. No caller gives it. */
export const BASELINE = 'baseline';

/** A group and what it may do in an account. */
export interface GroupAccess {
  /** A permission set of AWS, a role of Azure by its name, or a role of Google Cloud such as roles/viewer. */
  role: string;
  /** The id of the group; at Google its address. */
  group: string;
}

/** What an account gets beyond what its request asks for, as a template declares it. */
export interface Baseline {
  /** The name of the template. */
  template: string;
  /** Whether the account counts as made only with all of it. Otherwise a step that fails is skipped, and Retry takes it again. */
  required: boolean;
  access: GroupAccess[];
  /** Namespaces such as Microsoft.Network; of Azure alone. */
  resource_providers: string[];
  /** Policies of Azure that hold for the subscription; absent in requests of before. */
  policies?: AssignedPolicy[];
  /** Services such as compute.googleapis.com; of Google Cloud alone, and absent in requests of before. */
  google_services?: string[];
  /** The webhook whose signed answer is waited for, and for how many hours. */
  webhook: { id: number; name: string; hours: number } | null;
}

/** Reads `Reader for 1c5e…`; null for what is none. Names of roles may have ` for ` in them, and groups no white space. */
export function readGroupAccess(text: string): GroupAccess | null {
  const [, role = '', group = ''] = /^(.+) for (\S+)$/.exec(text.trim()) ?? [];
  return group === '' ? null : { role: role.trim(), group };
}

/** Such as `Reader for 1c5e…`. */
export const accessWords = ({ role, group }: GroupAccess): string => `${role} for ${group}`;

/** The baseline of a stored request; null where its account gets none. */
export const baselineOf = (request: Values): Baseline | null =>
  (request[BASELINE] as Baseline | undefined) ?? null;

/** A request without its baseline: the values that a person has typed. */
export function withoutBaseline({ [BASELINE]: _, ...typed }: Values): Values {
  return typed;
}

/** A baseline in words, such as `Reader for 1c5e…; waits up to 24 hours for Network Team`. */
export function baselineWords({
  access,
  resource_providers: namespaces,
  policies = [],
  google_services: services = [],
  webhook,
  required,
}: Baseline): string {
  const parts = [
    ...access.map(accessWords),
    ...(namespaces.length > 0 ? [`registers ${namespaces.join(', ')}`] : []),
    ...(policies.length > 0 ? [`assigns ${policies.map(policyWords).join(', ')}`] : []),
    ...(services.length > 0 ? [`enables ${services.join(', ')}`] : []),
    ...(webhook ? [`waits up to ${hoursInWords(webhook.hours)} for ${webhook.name}`] : []),
  ];
  return `${parts.join('; ')}${required ? '. All of it is required.' : ''}`;
}

/** `1 hour`, `24 hours` */
export const hoursInWords = (hours: number): string => `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
