import { expect, it } from 'vitest';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { defineResource } from '#kernel/resource.ts';
import { servedUpload, type UploadSpec } from './upload-spec.ts';

const links = defineResource('links', {
  label: ['Link', 'Links'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'There is such a link.' }),
    next_id: ref('Next', 'links', { show: 'name', as: 'next', none: 'always' }),
  },
  columns: ['name'],
  messages: messagesFor('link'),
});
const registry = defineRegistry([links]);
const spec: UploadSpec = {
  path: '/upload',
  summary: 'Add links',
  member: 'file',
  kinds: ['csv'],
  parts: [{ model: 'links', key: 'name', columns: ['name', 'next'] }],
};
const declare = (more: Partial<UploadSpec>) => () => servedUpload(registry, links, { ...spec, ...more });

it('does not leave out rows of a model whose rows may refer to them', () => {
  expect(declare({ refuses: 'rows' })).toThrow(
    'The upload links/upload cannot leave out rows to which others may refer.',
  );
});

it('mails nothing of what is answered at once', () => {
  const mails = { member: 'email', subject: 'What came of it' };
  expect(declare({ mails })).toThrow(
    'The upload links/upload mails what came of it, so it must be done in the background.',
  );
  expect(declare({ mails, background: 'always' })).not.toThrow();
});
