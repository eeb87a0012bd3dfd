import { expect, test } from 'vitest';
import { costCenters } from '#resources/cost-centers.ts';
import { microsoftApprovals } from '#resources/microsoft-approvals.ts';
import type { Values } from './input.ts';
import { contracts } from '#tests/support/contracts-model.ts';
import { formerValues } from './former-values.ts';

const row = (more: object): Values => ({
  id: 7,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  lock_version: 1,
  identifier: '4711',
  expired_at: null,
  new_cost_center_id: 3,
  approved: false,
  aws_gl: '1',
  ...more,
});

test('the former values are those of the changed fields alone, empty ones included', () => {
  const after = row({ expired_at: '2026-05-01', new_cost_center_id: null, approved: true });
  expect(formerValues(costCenters, row({}), after)).toEqual({
    expired_at: null,
    new_cost_center_id: 3,
    approved: false,
  });
});

test('what nobody writes is not written back', () => {
  const after = row({ aws_gl: '2', lock_version: 2, updated_at: '2026-01-02T00:00:00Z' });
  expect(formerValues(costCenters, row({}), after)).toEqual({});
});

test('a moment that a person may change is written back with what they changed', () => {
  const before = row({ status: 'Pending' });
  const after = row({ status: 'Approved', updated_at: '2026-02-03T00:00:00Z' });
  expect(formerValues(microsoftApprovals, before, after)).toEqual({
    status: 'Pending',
    updated_at: '2026-01-01T00:00:00Z',
  });
});

test('there is no way back from a business unit to None, which an edit may not set', () => {
  const before = row({ business_units_id: null, company_code: '07' });
  const after = row({ business_units_id: 4, company_code: '08' });
  expect(formerValues(costCenters, before, after)).toBeNull();
  expect(formerValues(costCenters, after, before)).toEqual({ business_units_id: 4, company_code: '08' });
});

test('what only reads otherwise was not changed: a list anew, and an amount with fewer zeros', () => {
  const contract = (more: object) => row({ signers: ['Ida', 'Nils'], amount: '12.50', ...more });
  const after = contract({ signers: ['Ida', 'Nils'], amount: '12.5', seats: 4 });
  expect(formerValues(contracts, contract({ seats: 3 }), after)).toEqual({ seats: 3 });
});
