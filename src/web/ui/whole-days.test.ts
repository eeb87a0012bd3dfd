import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { WholeDays } from './whole-days.tsx';

const shown = (text: string) => renderToStaticMarkup(createElement(WholeDays, { text }));
const whole = (day: string) => `<span style="white-space:nowrap">${day}</span>`;

test('days and moments within a sentence stay on one line, and nothing else does', () => {
  expect(shown('Until 12-Dec-2026')).toBe(`Until ${whole('12-Dec-2026')}`);
  expect(shown('29-Mar-2026, 14:05 · by Ada, 01-Jan-2027')).toBe(
    `${whole('29-Mar-2026, 14:05')} · by Ada, ${whole('01-Jan-2027')}`,
  );
  expect(shown('player-accounts-4305')).toBe('player-accounts-4305');
});
