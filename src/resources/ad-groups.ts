import { cloudNames } from '#kernel/clouds.ts';
import { boolean } from '#kernel/fields/boolean.ts';
import { jsonList } from '#kernel/fields/json.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { number } from '#kernel/fields/number.ts';
import { text } from '#kernel/fields/text.ts';
import { textList } from '#kernel/fields/text-list.ts';
import { choice } from '#kernel/fields/choice.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { flagTone } from '#kernel/tones.ts';

/** The clouds into which groups of the directory lead; the beginning of a group's name says which. */
export const groupClouds = ['aws', 'azure', 'gcp'] as const;
export type GroupCloud = (typeof groupClouds)[number];

/** The number of names that a cell of a list shows whole; of more only the first is shown. */
export const NAMES_SHOWN = 2;

const columns = [
  'name',
  'member_count',
  'nested_group_count',
  'owners',
  'cloud_parents',
  'permission_sets',
] as const;

/** Members of a group may be counted in thousands; their names are shown by its record. */
const names = { optional: true, most: 10_000 } as const;

/** A group of the directory as it was last read, with what it leads to. */
export const adGroups = defineResource('ad_groups', {
  label: ['AD Group', 'AD Groups'],
  noun: ['directory group', 'directory groups'],
  title: 'name',
  fields: {
    external_id: text('Object ID', {
      code: true,
      unique: 'A directory group with this object id exists already.',
    }),
    name: text('Name', { max: 256 }),
    description: longText('Description', { optional: true }),
    email: text('Email', { optional: true }),
    cloud: choice('Cloud', groupClouds, {
      optional: true,
      names: cloudNames(groupClouds),
      files: 'names',
    }),
    member_count: number('Members', { default: 0 }),
    // Nested groups counted in; a list shows no more of them than these.
    first_members: jsonList<{ name: string }>('First Members', { name: 'string' }),
    nested_group_count: number('Nested Groups', { default: 0 }),
    owners: textList('Owners', names),
    cloud_parents: textList('Cloud Parents', names),
    permission_sets: textList('Permission Sets', names),
    dormant: boolean('Dormant', { default: true, hint: 'It has no permission set.' }),
    pim: boolean('PIM Only', { hint: 'People get into it for a while, on request.' }),
    dynamic: boolean('Dynamic Members', {
      hint: 'A rule of the directory says who is in it.',
    }),
    synced_elsewhere: boolean('Kept Elsewhere', {
      hint: 'It is kept in another directory or in Exchange, which alone changes it.',
    }),
  },
  actions: ['read'],
  about: ['description', 'member_count'],
  tones: {
    dormant: flagTone({ tone: 'warning', reason: 'It leads nowhere: it has no permission set.' }),
  },
  columns,
  filters: {
    name: 'contains',
    person: { own: true, label: 'Person', inSight: true },
    account: { own: true, label: 'Cloud Parent', inSight: true },
    permission_sets: { operation: 'contains', label: 'Permission Set' },
    cloud: { operation: 'equals', inSight: false },
    dormant: { operation: 'equals', inSight: false },
    pim: { operation: 'equals', inSight: false },
  },
  sort: 'name',
  history: 'none',
  csv: { file: 'adGroups_', export: [...columns, 'description', 'dormant', 'dynamic', 'synced_elsewhere'] },
  messages: messagesFor('directory group'),
});

export type AdGroup = Row<typeof adGroups>;
