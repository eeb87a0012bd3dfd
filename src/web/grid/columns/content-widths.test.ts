import { expect, test } from 'vitest';
import type { GridColumn } from '../types.ts';
import { cardLines, headingWidth, textWidth } from './content-widths.ts';

test('a heading of several words is as narrow as its two lines, and no word is broken', () => {
  expect(headingWidth('Replacement Cost Center')).toBeLessThan(headingWidth('Replacement') + 20);
  expect(headingWidth('Cost Center')).toBe(headingWidth('Center'));
  expect(headingWidth('Identifier')).toBeGreaterThan(textWidth('Identifier'));
});

test('a text is wider the more and the wider letters it has', () => {
  expect(textWidth('')).toBe(0);
  expect(textWidth('WWWW')).toBeGreaterThan(textWidth('aaaa'));
  expect(textWidth('illi')).toBeLessThan(textWidth('aaaa'));
});

interface Person {
  id: number;
  email: string;
  name: string;
}
const column = (id: 'email' | 'name', heads = false): GridColumn<Person> => ({
  id,
  header: id === 'name' ? 'Name' : 'Email',
  width: 100,
  align: 'left',
  named: !heads,
  heads,
  text: (row) => row[id],
});
const columns = [column('email', true), column('name')];
const ada = { id: 1, email: 'ada@example.com', name: 'Ada' };

test('cards are lower where two lines are enough for every one of them', () => {
  expect(cardLines(columns, [ada], 390)).toBe(2);
  expect(cardLines(columns, [ada, { ...ada, name: 'Ada '.repeat(20) }], 390)).toBe(3);
  // Nothing is known of rows that have not come.
  expect(cardLines(columns, [ada, undefined], 390)).toBe(3);
  expect(cardLines(columns, [], 390)).toBe(3);
});

test('cards are higher where a name takes two lines, so that two are left for the values', () => {
  expect(cardLines(columns, [ada, { ...ada, email: `${'w'.repeat(40)}@example.com` }], 390)).toBe(4);
});
