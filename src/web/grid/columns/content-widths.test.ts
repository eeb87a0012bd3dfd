import { expect, test } from 'vitest';
import { headingWidth, textWidth } from './content-widths.ts';

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
