import { textList } from '#kernel/fields/text-list.ts';
import { text } from '#kernel/fields/text.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { managerMessages } from './manager-messages.ts';

const columns = ['print_debug_message', 'terms_to_ignore'] as const;

/** The words and exceptions of the report of missing tags. */
export const missingReportTags = defineResource('missing_report_tags', {
  label: ['Missing Report Tag', 'Missing Report Tags'],
  title: 'print_debug_message',
  fields: {
    print_debug_message: text('Print Debug Message', {
      max: 500,
      missing: 'print message is required',
      unique: 'A missing report tag with this print message already exists.',
    }),
    terms_to_ignore: textList('Terms to Ignore', {
      asJson: true,
      missing: 'At least a term of ignore is required',
      missingText: 'Value of the terms of ignore is required',
    }),
  },
  columns,
  filters: { print_debug_message: 'contains', terms_to_ignore: 'contains' },
  sort: 'print_debug_message',
  csv: { file: 'missingReportTag_', export: columns },
  messages: managerMessages('missing report tag'),
});

export type MissingReportTag = Row<typeof missingReportTags>;
