import { expect, test } from 'vitest';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { costCenters } from '#resources/cost-centers.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { followChosen, isFollowed } from './following.ts';

const row = (more: Record<string, unknown>): RecordRow => ({
  id: 1,
  lock_version: 1,
  created_at: '',
  updated_at: '',
  ...more,
});
/** Company 7 has the code 700, and so on; there is none from 10. */
const find = async (_model: string, id: number) => (id < 10 ? row({ id, code: `${id}00` }) : null);
const START = { company_code: '01', companies_id: 1 };
const follow = (record: RecordRow | null = null, draft: Parameters<typeof followChosen>[3] = null) =>
  followChosen(costCenters, START, record, draft, find);

test('only what others follow is a reason to look', () => {
  expect(isFollowed(costCenters, 'companies_id')).toBe(true);
  expect(isFollowed(costCenters, 'departments_id')).toBe(false);
  expect(isFollowed(cloudContacts, 'email')).toBe(false);
});

test('the code of a new record is that of the company that is chosen, and again that of the start', async () => {
  const following = follow();
  expect(await following({ ...START, companies_id: 7 })).toEqual({ company_code: '700' });
  expect(await following({ company_code: '700', companies_id: 8 })).toEqual({ company_code: '800' });
  expect(await following({ company_code: '800', companies_id: 1 })).toEqual({ company_code: '01' });
  // Nothing is known of it, or nothing chosen.
  expect(await following({ ...START, companies_id: 11 })).toEqual({});
  expect(await following({ ...START, companies_id: null })).toEqual({});
});

test('of a record only a code follows that was its company’s', async () => {
  const agreeing = row({ company_code: '01', companies_id: 1, companies_code: '01' });
  const differing = row({ company_code: '01', companies_id: 1, companies_code: '100' });
  expect(await follow(agreeing)({ ...START, companies_id: 7 })).toEqual({ company_code: '700' });
  expect(await follow(differing)({ ...START, companies_id: 7 })).toEqual({});
});

test('what became another value meanwhile stays, and what was kept of before follows on', async () => {
  const following = follow();
  await following({ ...START, companies_id: 7 });
  expect(await following({ company_code: '99', companies_id: 7 })).toEqual({});
  const kept = { what: 'form', values: { companies_id: 7, company_code: '700' }, left: [], row: null };
  const typed = { ...kept, byHand: ['companies_id', 'company_code'] };
  const chosen = { company_code: '700', companies_id: 8 };
  expect(await follow(null, { ...kept, byHand: ['companies_id'] })(chosen)).toEqual({
    company_code: '800',
  });
  expect(await follow(null, typed)(chosen)).toEqual({});
});
