import { expect, test } from 'vitest';
import { companies } from '#resources/companies.ts';
import { createFormState } from '#web/generic/editing/form-state.ts';
import { fieldsOfForm } from '#web/generic/editing/values.ts';
import { handFilled, impliedBy, kept } from './gl-accounts.ts';

const RENO = { aws_gl: '784031', gcp_gl: '784033', azure_gl: '784032', riOrReno: 'Reno' };
const RI = { aws_gl: '520084', gcp_gl: '520110', azure_gl: '520109', riOrReno: 'RI' };

/** A form for a new company, into which these values were typed one after the other. */
function typed(...changes: [name: string, value: string][]) {
  const start = { code: '', aws_gl: null, gcp_gl: null, azure_gl: null, riOrReno: null };
  const formState = createFormState({
    fields: fieldsOfForm(companies, Object.keys(start)),
    start,
    submit: () => Promise.resolve(null),
    words: (error) => ({ title: error.message }),
    implied: ({ code }) => impliedBy(code),
  });
  for (const [name, value] of changes) formState.set(name, value);
  return formState;
}

test('a typed code brings its GL accounts, letter by letter', () => {
  expect(typed(['code', '100']).values()).toMatchObject(RI);
  expect(typed(['code', '100'], ['code', '1000']).values()).toMatchObject(RENO);
  expect(typed(['code', '1000'], ['code', '']).values()).toMatchObject({ aws_gl: null, riOrReno: null });
});

test('an account that was typed by hand stays, the others still follow', () => {
  const formState = typed(['code', '10'], ['aws_gl', '999'], ['code', '1000']);
  expect(formState.values()).toMatchObject({ ...RENO, aws_gl: '999' });
});

test('an account that was emptied by hand stays empty', () => {
  expect(typed(['code', '10'], ['gcp_gl', ''], ['code', '1000']).get('gcp_gl')).toBe('');
});

test('what is kept against the code is shown with what the code implies, and can be let go', () => {
  const formState = typed(['code', '1000'], ['aws_gl', '999']);
  const shown = () => kept(formState.values(), formState.byHand());
  expect(shown()).toEqual([{ name: 'aws_gl', implied: '784031' }]);
  formState.release(['aws_gl']);
  expect(shown()).toEqual([]);
  expect(formState.values()).toMatchObject(RENO);
});

test('an account that differs from what the code of its company implies was filled in by hand', () => {
  expect(handFilled({ code: '1000', ...RENO, azure_gl: '1', gcp_gl: null })).toEqual(['azure_gl']);
});

test('without a code nothing is implied', () => {
  expect(impliedBy('  ')).toEqual({ aws_gl: null, gcp_gl: null, azure_gl: null, riOrReno: null });
});
