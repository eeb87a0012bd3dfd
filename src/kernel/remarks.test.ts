import { expect, test } from 'vitest';
import { costCenters } from '#resources/cost-centers.ts';
import { date } from './fields/date.ts';
import { ref } from './fields/ref.ts';
import { text } from './fields/text.ts';
import { judge, notBefore, referredInRow, sameAs, unlessSet } from './remarks.ts';

const fields = {
  code: text('Code'),
  land_id: ref('Land', 'lands', { show: 'code', as: 'land_code', none: 'never' }),
  opens: date('Opens'),
  closes: date('Closes', { optional: true }),
};
const known = { fields, other: null, referred: undefined };

test('a day before the one it must follow is remarked, an equal, a missing or an unreadable one is not', () => {
  const rule = notBefore('opens');
  const at = (value: unknown) => judge(rule, { ...known, name: 'closes', value, other: '2026-03-29' });
  expect(at('2026-03-28')).toEqual({ sentence: 'Closes is before Opens.' });
  for (const fine of ['2026-03-29', '2026-03-30', null, '', 'soon']) expect(at(fine)).toBeNull();
});

test('a value that differs from that of the chosen record is remarked, with the value that would agree', () => {
  const at = (referred: unknown) =>
    judge(sameAs('land_id', 'code'), { ...known, name: 'code', value: '01', referred });
  expect(at('3800')).toEqual({ sentence: 'The chosen Land has 3800.', instead: '3800' });
  for (const fine of ['01', null, undefined]) expect(at(fine)).toBeNull();
});

test('a value that differs as both defaults do is remarked once one of them is another', () => {
  const presets = {
    code: text('Code', { default: '01' }),
    land_id: ref('Land', 'lands', { show: 'code', as: 'land_code', none: 'never', default: 1 }),
  };
  const at = (value: string, other: unknown) =>
    judge(sameAs('land_id', 'code'), { fields: presets, name: 'code', value, other, referred: '1000' });
  expect(at('01', 1)).toBeNull();
  expect(at(' 01 ', 1)).toBeNull();
  expect(at('02', 1)).toEqual({ sentence: 'The chosen Land has 1000.', instead: '1000' });
  expect(at('01', 2)).toEqual({ sentence: 'The chosen Land has 1000.', instead: '1000' });
});

test('a chosen record is remarked for as long as its flag is set', () => {
  const rule = unlessSet('land_id', 'sunken', 'This land is under water.');
  const at = (referred: unknown) => judge(rule, { ...known, name: 'land_id', value: 3, referred });
  expect(at(true)).toEqual({ sentence: 'This land is under water.' });
  for (const fine of [false, undefined]) expect(at(fine)).toBeNull();
});

test('what a row carries of the referred record is not requested again', () => {
  const { fields: own } = costCenters;
  const row = { companies_code: '3800', owner_terminated: true };
  expect(referredInRow(own, { via: 'companies_id', field: 'code' }, row)).toBe('3800');
  expect(referredInRow(own, { via: 'cloud_contact_id', field: 'terminated' }, row)).toBe(true);
  expect(referredInRow(own, { via: 'companies_id', field: 'riOrReno' }, row)).toBeUndefined();
});
