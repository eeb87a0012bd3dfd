import { expect, test } from 'vitest';
import type { Values } from '#kernel/input.ts';
import { BY_HAND, follow, handFilled, impliedBy, kept } from './gl-accounts.ts';

const change = (values: Values, name: string, value: unknown): Values => ({
  ...values,
  [name]: value,
  ...follow(name, value, values),
});
const RENO = { aws_gl: '784031', gcp_gl: '784033', azure_gl: '784032', riOrReno: 'Reno' };
const RI = { aws_gl: '520084', gcp_gl: '520110', azure_gl: '520109', riOrReno: 'RI' };

test('a typed code brings its GL accounts, letter by letter', () => {
  const one = change({ code: '', [BY_HAND]: '' }, 'code', '100');
  expect(one).toMatchObject(RI);
  expect(change(one, 'code', '1000')).toMatchObject(RENO);
  expect(change(one, 'code', '')).toMatchObject({ aws_gl: null, riOrReno: null });
});

test('an account that was typed by hand stays, the others still follow', () => {
  const typed = change(change({ code: '', [BY_HAND]: '' }, 'code', '10'), 'aws_gl', '999');
  expect(change(typed, 'code', '1000')).toMatchObject({ ...RENO, aws_gl: '999' });
});

test('an account that was emptied by hand stays empty', () => {
  const emptied = change(change({ code: '', [BY_HAND]: '' }, 'code', '10'), 'gcp_gl', '');
  expect(change(emptied, 'code', '1000').gcp_gl).toBe('');
});

test('what is kept against the code is told with what the code implies', () => {
  const typed = change(change({ code: '', [BY_HAND]: '' }, 'code', '1000'), 'aws_gl', '999');
  expect(kept(typed)).toEqual([{ name: 'aws_gl', implied: '784031' }]);
  expect(kept(change(typed, 'aws_gl', '784031'))).toEqual([]);
});

test('an account that differs from what the code of its company implies was filled in by hand', () => {
  expect(handFilled({ code: '1000', ...RENO, azure_gl: '1', gcp_gl: null })).toEqual(['azure_gl']);
});

test('without a code nothing is implied', () => {
  expect(impliedBy('  ')).toEqual({ aws_gl: null, gcp_gl: null, azure_gl: null, riOrReno: null });
});
