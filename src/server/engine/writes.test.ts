import { describe, expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { withEngine } from '#tests/support/engine.ts';

const engine = withEngine(registry);
let count = 0;
const unique = (text = 'x') => `${text}${++count}`;

async function contact(): Promise<number> {
  const { body } = await engine.call('POST', '/cloud_contacts', { email: `${unique('p')}@example.com` });
  return Number(body.data['id']);
}
async function company(): Promise<number> {
  const { body } = await engine.call('POST', '/companies', { code: unique('C') });
  return Number(body.data['id']);
}
async function costCenter(more: Record<string, unknown> = {}) {
  const input = {
    identifier: unique('CC'),
    companies_id: await company(),
    cloud_contact_id: await contact(),
    business_units_id: -9999,
    departments_id: -9999,
    ...more,
  };
  return engine.call('POST', '/cost_centers', input);
}

describe('a creation', () => {
  it('answers the whole row with what the references bring', async () => {
    const { status, body } = await costCenter();
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.data).toMatchObject({
      identifier: expect.stringMatching(/^CC/),
      lock_version: 1,
      approved: false,
      business_units_id: null,
      business_unit_name: null,
      replacement_cost_center: null,
      new_cost_center: null,
      owner_terminated: false,
      companies: { code: expect.any(String), country: null, gl_type: null, id: expect.any(Number) },
    });
  });
});
