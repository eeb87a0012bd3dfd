import { beforeAll, describe, expect, it } from 'vitest';
import { businessUnits } from '#resources/business-units.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { departments } from '#resources/departments.ts';
import { githubOrganizationApps } from '#resources/github-organization-apps.ts';
import { members } from '#resources/members.ts';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';
import { throughItsLife } from '#tests/support/record-life.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

describe('the payload that the screens send', () => {
  it('of a company is stored as it is', async () => {
    const payload = {
      code: '1000',
      country: 'Malta',
      aws_gl: '784031',
      gcp_gl: '784033',
      azure_gl: '784032',
      gl_type: 'Cloud Services',
      riOrReno: 'Reno',
    };
    expect(await throughItsLife(portal.api, '/companies', payload)).toMatchObject(payload);
    expect(await throughItsLife(portal.api, '/companies', payload, 'company')).toMatchObject(payload);
  });

  it.each(['departments', 'business_units'])('of %s is a name and an abbreviation', async (model) => {
    const payload = { name: `Reading ${model}`, abbreviation: 'RDG' };
    expect(await throughItsLife(portal.api, `/${model}`, payload)).toMatchObject(payload);
  });

  it('of a member names unit and department by their ids', async () => {
    const { id: unit } = await factory.create(businessUnits);
    const { id: department } = await factory.create(departments);
    const payload = {
      email: 'life@example.com',
      name: 'life@example.com',
      team: 'Advisory',
      blacklist: false,
      business_units_id: unit,
      departments_id: department,
    };
    expect(await throughItsLife(portal.api, '/members', payload, 'member')).toMatchObject(payload);
  });

  it.each([
    ['/members', 'member'],
    ['/dcoe/members', 'dcoe_member'],
  ])('of %s says the circle, the tenant and what it is included in', async (path, wrapper) => {
    const payload = {
      name: 'Katherine Johnson',
      email: `circle.${factory.next()}@example.com`,
      team: 'Core',
      teams_included: true,
      dl_included: true,
      tenant: 'spincorp',
    };
    expect(await throughItsLife(portal.api, path, payload, wrapper)).toMatchObject(payload);
  });

  it.each([
    ['/members', 'Community'],
    ['/dcoe/members', null],
  ])('of %s is in no tenant and included in nothing unless that is said', async (path, team) => {
    const { body } = await portal.api.post(path, { email: `plain.${factory.next()}@example.com` });
    expect(body.data).toMatchObject({ team, teams_included: false, dl_included: false, tenant: null });
    const address = `${path}/${body.data.id}`;
    const changed = { team: 'Advisory', teams_included: true, dl_included: true, tenant: 'remain' };
    expect((await portal.api.put(address, changed)).body.data).toMatchObject(changed);
  });

  it.each(['/members', '/dcoe/members'])(
    'of %s is answered with all its names, and found by them',
    async (path) => {
      const unit = await factory.create(businessUnits, { name: `Unit of ${path}` });
      const department = await factory.create(departments, { name: `Department of ${path}` });
      const contact = await factory.create(cloudContacts);
      const made = await portal.api.post(path, {
        email: `names.${factory.next()}@example.com`,
        business_units_id: unit.id,
        departments_id: department.id,
        cloud_contact_id: contact.id,
      });
      expect(made.body.data).toMatchObject({
        business_unit: unit['name'],
        business_unit_name: unit['name'],
        business_units: { id: unit.id, name: unit['name'] },
        department: department['name'],
        department_name: department['name'],
        departments: { id: department.id, name: department['name'] },
        cloud_contact_email: contact['email'],
      });
      for (const filter of ['by_business_unit=Unit+of', 'by_department=Department+of']) {
        const { body } = await portal.api.get<{ id: number }[]>(`${path}?${filter}`);
        expect(body.data.map(({ id }) => id)).toEqual([made.body.data.id]);
      }
    },
  );

  it.each(['/members', '/dcoe/members'])('of %s are found by the tenant that is shown', async (path) => {
    const found = (query: string) => portal.api.get<Record<string, unknown>[]>(`${path}?${query}`);
    for (const [at, tenant] of ['spincorp', 'else', 'SPINCORP', null].entries()) {
      const body = { name: `Shown ${at}`, email: `shown.${at}@example.com`, tenant };
      expect((await portal.api.post(path, body)).status).toBe(201);
    }
    const shown = async (word: string) => {
      const { body } = await found(`by_name=Shown&sort=email&by_tenant=${word}`);
      return body.data.map(({ tenant }) => tenant);
    };
    expect(await shown('SpinCo')).toEqual(['spincorp']);
    expect(await shown('spinco')).toEqual(['spincorp']);
    expect(await shown('RemainCo')).toEqual(['else', 'SPINCORP', null]);
    expect(await shown('All')).toHaveLength(4);
    // The text itself is looked for as before.
    expect(await shown('els')).toEqual(['else']);
  });

  it('of a certification has the number of its cloud', async () => {
    const { id: member } = await factory.create(members);
    const payload = { member_id: member, name: 'Architect', issue_date: '2026-01-31' };
    const asked = { ...payload, provider: 2, expiration_date: '2029-01-31' };
    const stored = await throughItsLife(portal.api, '/cloud_certifications', asked);
    expect(stored).toMatchObject({ ...payload, provider: 'gcp', expiration_date: '2029-01-31' });
    expect((await portal.api.post('/cloud_certifications/', { cloud_certification: asked })).status).toBe(
      201,
    );
  });

  it('of a seat of Copilot keeps the cost center as it was written', async () => {
    const { id: app } = await factory.create(githubOrganizationApps);
    const { id: contact, email } = await factory.create(cloudContacts);
    const payload = {
      name: 'Ada Lovelace',
      cost_center: 'Whatever 7',
      cloud_contact_id: contact,
      github_organization_app_id: app,
      github_username: 'ada-life',
      easy_vista_ticket_number: 'EV-1',
      requestor: 'Charles',
    };
    const stored = await throughItsLife(portal.api, '/github_copilot_users', payload);
    expect(stored).toMatchObject({ ...payload, cloud_contact_email: email });
  });

  it.each([
    ['faqs', { question: 'Who pays?', answer: '<p>The <strong>owner</strong></p>', category: 'Money' }],
    ['glossaries', { term: 'Landing zone', description: '<p>A place</p>', category: 'Clouds' }],
    ['service_catalog_products', { name: 'Vault', identifier: 'Product 1', description: '<p>Keeps</p>' }],
  ])('of %s has its formatted text', async (model, payload) => {
    expect(await throughItsLife(portal.api, `/${model}`, payload)).toMatchObject(payload);
  });
});

describe('a new CODE member', () => {
  const add = (payload: Record<string, unknown>) => portal.api.post('/dcoe/members', payload);

  it('has every field', async () => {
    const { id: contact, email } = await factory.create(cloudContacts);
    const payload = {
      name: 'Grace Hopper',
      email: 'grace.code@example.com',
      other_department: 'Compilers',
      cloud_contact_id: contact,
      teams_included: true,
      dl_included: true,
      tenant: 'spincorp',
      blacklist: false,
    };
    const stored = await throughItsLife(portal.api, '/dcoe/members', payload, 'dcoe_member');
    expect(stored).toMatchObject({ ...payload, cloud_contact_email: email });
  });

  it('may be told unit and department by their names', async () => {
    const { id: unit, name } = await factory.create(businessUnits);
    const { id: department, name: departmentName } = await factory.create(departments);
    const { status, body } = await add({
      name: '',
      email: 'named.code@example.com',
      department: departmentName,
      other_department: '',
      business_unit: name,
    });
    expect([status, body.data]).toMatchObject([
      201,
      { name: 'named.code@example.com', departments_id: department, business_units_id: unit },
    ]);
  });

  it('of another department keeps what it is called', async () => {
    const other = { email: 'other.code@example.com', department: 'Other', other_department: 'Optics' };
    expect((await add(other)).body.data).toMatchObject({ departments_id: null, other_department: 'Optics' });
    const unlisted = { email: 'unlisted.code@example.com', department: 'Unlisted Optics' };
    expect((await add(unlisted)).body.data).toMatchObject({ other_department: 'Unlisted Optics' });
  });

  it('may be changed by the names of unit and department too', async () => {
    const { id: unit, name } = await factory.create(businessUnits);
    const { id: department, name: departmentName } = await factory.create(departments);
    const { id } = (await add({ email: 'changed.code@example.com' })).body.data;
    const change = async (payload: Record<string, unknown>) =>
      (await portal.api.put(`/dcoe/members/${id}`, payload)).body;
    const named = { business_unit_name: name, department_name: departmentName };
    expect((await change(named)).data).toMatchObject({
      ...named,
      departments_id: department,
      business_units_id: unit,
    });
    const other = { department_name: 'Other', other_department: 'Optics' };
    expect((await change(other)).data).toMatchObject({ departments_id: null, other_department: 'Optics' });
    expect((await change({ business_unit_name: 'Nowhere' })).errors).toEqual([
      { field: 'business_unit_name', message: "Business Unit 'Nowhere' is not known." },
    ]);
  });

  it('is refused with a unit that nobody knows', async () => {
    const { status, body } = await add({ email: 'unknown.code@example.com', business_unit: 'Nowhere' });
    expect([status, body.error]).toEqual([422, "Business Unit 'Nowhere' is not known."]);
  });
});

describe('a cloud contact', () => {
  it('is found or added by its email alone', async () => {
    const ask = () =>
      portal.api.post('/cloud_contacts/by_email', { cloud_contact: { email: 'by@example.com' } });
    const first = await ask();
    const second = await ask();
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.data).toEqual(first.body.data);
    expect((await portal.api.delete(`/cloud_contacts/${first.body.data.id}`)).status).toBe(200);
  });

  it('stands in the list by its email', async () => {
    await portal.db.query('TRUNCATE cloud_contacts CASCADE');
    for (const email of ['zoe@example.com', 'abe@example.com'])
      await factory.create(cloudContacts, { email });
    const { body } = await portal.api.get<{ email: string }[]>('/cloud_contacts');
    expect(body.data.map(({ email }) => email)).toEqual(['abe@example.com', 'zoe@example.com']);
  });
});
