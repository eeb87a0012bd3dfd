import { jsonList } from '#kernel/fields/json.ts';
import { jsonText } from '#kernel/fields/json-text.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { number } from '#kernel/fields/number.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { providerType } from './provider-type.ts';

const columns = ['name', 'provider_type', 'description', 'duration', 'group_count', 'account_count'] as const;

/** A policy of a permission set that exists by itself. */
export interface ManagedPolicy {
  name: string;
  arn: string;
}

/**
 * The rights of a person in an account: a permission set of IAM Identity Center, a role of Azure, or a role of Google
 * Cloud, as it was last read. The latter two have no more than a name, a description and an id in `arn`.
 */
export const adPermissionSets = defineResource('ad_permission_sets', {
  label: ['AD Permission Set', 'AD Permission Sets'],
  noun: ['permission set', 'permission sets'],
  title: 'name',
  fields: {
    provider_type: providerType(),
    name: text('Name'),
    arn: text('ARN', { code: true, max: 500, unique: 'A permission set with this ARN exists already.' }),
    description: longText('Description', { optional: true }),
    // As IAM Identity Center has it: a duration of ISO 8601, such as PT8H.
    duration: text('Session Duration', { optional: true }),
    relay: text('Relay State', { optional: true, max: 500 }),
    managed_policies: jsonList<ManagedPolicy>('Managed Policies', { name: 'string', arn: 'string' }),
    inline_policy: jsonText('Inline Policy', { optional: true }),
    group_count: number('Groups', { default: 0 }),
    account_count: number('Cloud Parents', { default: 0 }),
  },
  actions: ['read'],
  about: ['provider_type', 'description'],
  columns,
  filters: { name: 'contains', provider_type: 'equals' },
  sort: 'name',
  history: 'none',
  csv: {
    file: 'adPermissionSets_',
    export: [...columns, 'arn', 'relay', 'managed_policies', 'inline_policy'],
  },
  messages: messagesFor('permission set'),
});

export type AdPermissionSet = Row<typeof adPermissionSets>;
