import { expect, test } from 'vitest';
import type { Due } from '#calls/my-cloud.ts';
import { dueWords } from './due-words.ts';

const due: Due = {
  kind: 'expiry',
  model: 'cost_centers',
  id: 1,
  title: '1000430050',
  detail: null,
  day: '2026-03-29',
  over: false,
};

test('what expires says when, and what to do differs once it has', () => {
  expect(dueWords(due)).toEqual({
    what: 'Expires on 29-Mar-2026',
    advice: 'Ask the CCoE team to extend it, or say which cost center replaces it.',
  });
  expect(dueWords({ ...due, over: true }).what).toBe('Expired on 29-Mar-2026');
  expect(dueWords({ ...due, over: true }).advice).toContain('replaces it');
});

test('a lease says when the account is frozen, and that it is once the last day has passed', () => {
  const lease: Due = { ...due, kind: 'lease', model: 'cloud_parents' };
  expect(dueWords(lease)).toEqual({
    what: 'Lease ends on 29-Mar-2026',
    advice: 'Extend it below where it is still needed. Else the account is frozen once that day has passed.',
  });
  expect(dueWords({ ...lease, over: true }).advice).toContain('The account is frozen');
});

test('missing tags say what they come to', () => {
  expect(dueWords({ ...due, kind: 'tags', day: null, detail: '3800.11 EUR, 12.50 USD' }).what).toBe(
    '3,800.11 EUR, 12.50 USD without the demanded tags in the last final month',
  );
});

test('a survey and a certificate say whom to tell', () => {
  expect(dueWords({ ...due, kind: 'survey', day: null }).advice).toContain('Tell the CCoE team');
  expect(dueWords({ ...due, kind: 'certificate' }).advice).toContain('Renew it');
});
