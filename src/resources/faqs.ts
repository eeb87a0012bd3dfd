import { richText } from '#kernel/fields/rich-text.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';

/** A question that people ask the team, with its answer. */
export const faqs = defineResource('faqs', {
  label: ['FAQ', 'FAQs'],
  title: 'question',
  fields: {
    question: text('Question', { max: 500 }),
    answer: richText('Answer', { height: 500 }),
    category: text('Category', { optional: true }),
  },
  columns: ['question', 'answer', 'category'],
  filters: { question: 'contains', category: 'contains' },
  sort: 'category',
  csv: { file: 'faq_', export: ['question', 'answer', 'category'] },
  messages: messagesFor('FAQ'),
});

export type Faq = Row<typeof faqs>;
