import { beforeAll, describe, expect, it } from 'vitest';
import { businessUnits } from '#resources/business-units.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { companies } from '#resources/companies.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
let factory: Factory;

beforeAll(async () => {
  factory = new Factory(portal.api, registry, portal.db);
  await factory.create(businessUnits, { name: 'Orbits and Rings', abbreviation: 'OAR' });
  await factory.create(departments, { name: 'Space Research', abbreviation: 'SPR' });
  // What two are called shortly is the name of neither.
  await factory.create(departments, { name: 'Twin One', abbreviation: 'TWN' });
  await factory.create(departments, { name: 'Twin Two', abbreviation: 'TWN' });
  // A whole name comes before a short one.
  await factory.create(departments, { name: 'Docks', abbreviation: 'DCK' });
  await factory.create(departments, { name: 'DCK', abbreviation: null });
});

const listed = async (path: string, column: string) => {
  const { status, body } = await portal.api.get<Record<string, unknown>[]>(path);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.map((row) => row[column]);
};

describe('a unit by its abbreviation', () => {
  it('is named in full where it was written shortly, unless the text is a name or means several', async () => {
    const asked = async (department: string) => {
      const body = { requesting_principal_user_id: 'short@example.com', department, business_unit: ' oar ' };
      return (await portal.api.post('/team_membership_tickets', body)).body.data;
    };
    expect(await asked('spr')).toMatchObject({
      department: 'Space Research',
      department_unknown: false,
      business_unit: 'Orbits and Rings',
      business_unit_unknown: false,
    });
    for (const name of ['TWN', 'DCK', 'Nowhere']) expect((await asked(name))['department']).toBe(name);
  });

  it('narrows lists by the unit, as its name does', async () => {
    const center = await factory.create(costCenters, {
      identifier: 'SHORT-1',
      business_units_id: (await factory.create(businessUnits, { name: 'Ion Sails', abbreviation: 'XQZ' })).id,
    });
    await factory.create(cloudParents, { identifier: 'short-account', business_unit_name: 'Ion Sails' });
    expect(await listed('/cost_centers?by_business_unit_name=xqz', 'id')).toEqual([center.id]);
    expect(await listed('/cloud_parents?by_business_unit_name=XQZ&page=1', 'identifier')).toEqual([
      'short-account',
    ]);
    expect(await listed('/cloud_parents?by_business_unit_name=XQ%25', 'identifier')).toEqual([]);
    const file = await portal.api.get('/cost_centers.csv?by_business_unit_name=xqz');
    expect(file.text.match(/SHORT-1/g)).toHaveLength(1);
  });

  it('is the unit of a member', async () => {
    const email = 'short.member@example.com';
    const body = { email, name: email, department: 'SPR', business_unit: 'OAR' };
    const { status, body: answer } = await portal.api.post('/members', body);
    expect([status, answer.error]).toEqual([201, undefined]);
    expect(answer.data).toMatchObject({
      department: 'Space Research',
      business_unit_name: 'Orbits and Rings',
      other_department: null,
    });
  });

  it('is found in a file', async () => {
    const company = await factory.shared(companies);
    const contact = await factory.shared(cloudContacts);
    const row = (identifier: string, department: string) => ({
      identifier,
      companies_code: company['code'],
      company_location: company['country'],
      company_gl_type: company['gl_type'],
      cloud_contact_email: contact['email'],
      business_unit_name: 'oar',
      department_name: department,
      active_at: '2026-01-01',
    });
    const sent = async (...data: object[]) => portal.api.post('/cost_centers/import_json', { data });
    const twice = await sent(row('SHORT-2', 'TWN'));
    expect([twice.status, twice.body.error]).toEqual([422, expect.stringContaining('TWN')]);
    const { status, body } = await sent(row('SHORT-2', 'SPR'), row('SHORT-3', 'DCK'));
    expect([status, body.error]).toEqual([201, undefined]);
    expect(await listed('/cost_centers?by_identifier=SHORT-2', 'business_unit_name')).toEqual([
      'Orbits and Rings',
    ]);
    expect(await listed('/cost_centers?by_identifier=SHORT-2', 'department_name')).toEqual([
      'Space Research',
    ]);
    expect(await listed('/cost_centers?by_identifier=SHORT-3', 'department_name')).toEqual(['DCK']);
  });
});
