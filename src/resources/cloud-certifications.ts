import { cloudNames } from '#kernel/clouds.ts';
import { choice } from '#kernel/fields/choice.ts';
import { date } from '#kernel/fields/date.ts';
import { lookup } from '#kernel/fields/lookup.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { notBefore } from '#kernel/remarks.ts';
import { expiryTone } from '#kernel/tones.ts';
import { defineResource, type Row } from '#kernel/resource.ts';

/** The numbers that forms know the clouds by. */
const PROVIDER_IDS = { 1: 'aws', 2: 'gcp', 3: 'azure' };

/** A certificate of a cloud provider that a member holds. */
export const cloudCertifications = defineResource('cloud_certifications', {
  label: ['Certification', 'Cloud Certifications'],
  noun: ['certification', 'certifications'],
  title: 'name',
  fields: {
    member_id: ref('Member', 'members', {
      show: 'name',
      as: 'member_name',
      embed: { as: 'member', fields: ['id'] },
      none: 'never',
    }),
    name: text('Certification Name'),
    provider: choice('Cloud', ['aws', 'azure', 'gcp'], {
      aliases: PROVIDER_IDS,
      names: cloudNames(['aws', 'azure', 'gcp']),
      files: 'names',
    }),
    issue_date: date('Issued Date', { optional: true }),
    expiration_date: date('Expiration Date', { optional: true }),
    business_unit: lookup('Business Unit', 'member_id', 'business_unit_name'),
  },
  remarks: { expiration_date: notBefore('issue_date') },
  about: ['member_name', 'provider'],
  tones: { expiration_date: expiryTone() },
  columns: ['member_name', 'name', 'business_unit', 'provider', 'issue_date', 'expiration_date'],
  filters: { member_name: 'contains', name: 'contains', provider: 'equals' },
  sort: '-id',
  csv: {
    file: 'cloudCertification-',
    export: ['member_name', 'name', 'business_unit', 'provider', 'issue_date', 'expiration_date'],
  },
  owned: { through: ['member_id'] },
  messages: messagesFor('certification'),
});

export type CloudCertification = Row<typeof cloudCertifications>;
