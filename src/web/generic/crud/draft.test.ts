import { expect, test } from 'vitest';
import { createDraft } from './draft.ts';

test('only what differs from the start counts as a change', () => {
  const draft = createDraft({ identifier: '4711', expired_at: null, departments_id: 1 });
  draft.set('identifier', '4712');
  draft.set('expired_at', '');
  draft.set('departments_id', 2);
  draft.set('departments_id', 1);
  expect(draft.changes()).toEqual({ identifier: '4712' });
});

test('a value that follows from another one never replaces what was set by hand', () => {
  const draft = createDraft({ identifier: '', cloud_contact_id: null });
  draft.follow({ cloud_contact_id: 3 });
  expect(draft.get('cloud_contact_id')).toBe(3);
  draft.set('cloud_contact_id', 5);
  draft.follow({ cloud_contact_id: 4 });
  expect(draft.get('cloud_contact_id')).toBe(5);
});

test('an error goes when its field is changed and the others stay', () => {
  const draft = createDraft({ identifier: '', company_code: '' });
  draft.setErrors({ identifier: 'Identifier is required.', company_code: 'Company Code is required.' });
  draft.set('identifier', '4711');
  expect(draft.error('identifier')).toBeNull();
  expect(draft.error('company_code')).toBe('Company Code is required.');
});

test('listeners hear of every change until they leave', () => {
  const draft = createDraft({ name: '' });
  let heard = 0;
  const leave = draft.subscribe(() => heard++);
  draft.set('name', 'a');
  draft.setErrors({ name: 'x' });
  leave();
  draft.set('name', 'b');
  expect(heard).toBe(2);
});

test('a draft that is taken up again has what was typed, and what was set by hand still stays', () => {
  const start = { identifier: '', cloud_contact_id: null, company_code: '01' };
  const before = createDraft(start);
  before.set('identifier', '4711/02');
  before.follow({ cloud_contact_id: 3 });
  const again = createDraft(start, { values: before.changes(), byHand: before.byHand() });
  expect(again.changes()).toEqual({ identifier: '4711/02', cloud_contact_id: 3 });
  again.follow({ identifier: 'other', cloud_contact_id: 4 });
  expect(again.values()).toEqual({ identifier: '4711/02', cloud_contact_id: 4, company_code: '01' });
});
