import { expect, it } from 'vitest';
import { isTimeZone, timeZones } from './time-zones.ts';

it('every zone that is offered is one, and so is each name by which programs call it', () => {
  const offered = timeZones();
  expect(offered).toContain('UTC');
  expect(new Set(offered).size).toBe(offered.length);
  expect(Intl.supportedValuesOf('timeZone').filter((zone) => !offered.includes(zone))).toEqual([]);
  expect(offered.filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(['Asia/Kolkata', 'Asia/Calcutta', 'Etc/GMT+5'].filter((zone) => !isTimeZone(zone))).toEqual([]);
});

it('no offset, no text and nothing that does not end is one', () => {
  const wrong = [
    '',
    '+02:00',
    'Moon/Base',
    'Europe/',
    '../Europe/Berlin',
    'Europe/Berlin\n',
    'A/'.repeat(200),
  ];
  expect(wrong.filter((zone) => isTimeZone(zone))).toEqual([]);
});
