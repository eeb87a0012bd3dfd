import { expect, test } from 'vitest';
import { NONE_ID } from '#kernel/ids.ts';
import { contracts } from '#tests/support/contracts-model.ts';
import { hangars } from '#tests/support/hangars-model.ts';
import {
  copyValues,
  missingValues,
  openValues,
  payloadOf,
  fieldsOfForm,
  sameValues,
  startValues,
} from './values.ts';

test('a number without input is named with its title, a text without input is not', () => {
  expect(missingValues(hangars, { name: '', stands: null, parent_id: null })).toEqual({
    stands: 'Please Input Stands!',
  });
  expect(missingValues(hangars, { stands: 0 })).toEqual({});
});

test('an amount that a record needs is named with its title, one that it can lack is not', () => {
  expect(missingValues(contracts, { amount: null, unit_price: null })).toEqual({
    amount: 'Please Input Amount!',
  });
  expect(missingValues(contracts, { amount: '' })).toEqual({ amount: 'Please Input Amount!' });
  expect(missingValues(contracts, { amount: '0.00' })).toEqual({});
});

test('None and empty texts are sent as null, and a new record begins with its defaults', () => {
  const values = startValues(hangars, ['name', 'stands', 'opened_at', 'parent_id'], null);
  expect(values.opened_at).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  const payload = payloadOf({ ...values, name: '', parent_id: NONE_ID });
  expect(payload).toEqual({ name: null, stands: null, opened_at: values.opened_at, parent_id: null });
});

test('a reference that holds a text in place of a record is named with the text', () => {
  expect(openValues(hangars, { name: 'North', parent_id: 'Sou' })).toEqual({
    parent_id: "'Sou' is none of the choices yet. Choose one from the list.",
  });
  expect(openValues(hangars, { name: 'North', parent_id: 3 })).toEqual({});
});

test('a copy blanks what is unique, keeps the rest and leaves out what a creation refuses', () => {
  const row = { id: 7, name: 'North', stands: 4, opened_at: '2026-03-29', heated: true, parent_id: 3 };
  expect(copyValues(hangars, row)).toEqual({ name: '', stands: 4, opened_at: '2026-03-29', parent_id: 3 });
});

test('values are the same that mean the same to their kind, and what is empty is so however it is written', () => {
  const { amount, signers, terms, private_key: key } = contracts.fields;
  expect(sameValues(amount, '12.5', '12.50')).toBe(true);
  expect(sameValues(signers, ['Ida'], ['Ida'])).toBe(true);
  expect(sameValues(signers, [], null)).toBe(true);
  expect(sameValues(terms, '<p></p>', null)).toBe(true);
  expect(sameValues(terms, '<p>One</p>', '<p>Two</p>')).toBe(false);
  expect(sameValues(key, '', null)).toBe(true);
  expect(sameValues(key, 'typed', null)).toBe(false);
});

test('a draft may hold every kind but a secret', () => {
  const kept = Object.entries(fieldsOfForm(contracts, Object.keys(contracts.fields)));
  expect(kept.filter(([, field]) => field.kept === false).map(([name]) => name)).toEqual(['private_key']);
});
