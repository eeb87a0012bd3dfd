import { richText } from '#kernel/fields/rich-text.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';

/** A word of the clouds, explained. */
export const glossaries = defineResource('glossaries', {
  label: ['Glossary Term', 'Glossary'],
  noun: ['glossary term', 'glossary terms'],
  title: 'term',
  fields: {
    term: text('Term', { unique: 'This term exists already.' }),
    description: richText('Description', { height: 500 }),
    category: text('Category', { optional: true }),
  },
  columns: ['term', 'description', 'category'],
  filters: { term: 'contains', category: 'contains' },
  sort: 'term',
  csv: { file: 'glossary_', export: ['term', 'description', 'category'] },
  messages: messagesFor('glossary term'),
});

export type GlossaryTerm = Row<typeof glossaries>;
