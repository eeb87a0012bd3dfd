import { expect, test } from 'vitest';
import { readTypedMoment, shownMoment } from './instant-input.tsx';

const at = new Date(2026, 2, 29, 14, 5).toISOString();

test.each(['03-29-2026 14:05', 'March 29, 2026 14:05', '29-Mar-2026, 14:05', '2026-03-29 14:05'])(
  'a moment may be typed as %s',
  (text) => expect(readTypedMoment(text)).toBe(at),
);

test.each(['', 'soon', '03-29-2026', '14:05', '03-29-2026 24:00', '03-29-2026 14:60', '02-30-2026 14:05'])(
  '%j is no moment',
  (text) => expect(readTypedMoment(text)).toBeNull(),
);

test('a row shows a moment as it reads one', () => {
  expect(shownMoment(at, 'cell')).toBe('03-29-2026 14:05');
  expect(shownMoment(at, 'form')).toBe('March 29, 2026 14:05');
  expect(readTypedMoment(shownMoment(at, 'form'))).toBe(at);
});
