import { beforeAll, describe, expect, it } from 'vitest';
import { businessUnits } from '#resources/business-units.ts';
import { cloudCertifications } from '#resources/cloud-certifications.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { githubOrganizationApps } from '#resources/github-organization-apps.ts';
import { members } from '#resources/members.ts';
import { microsoftApprovals } from '#resources/microsoft-approvals.ts';
import { registry } from '#resources/registry.ts';
import { serviceCatalogProducts } from '#resources/service-catalog-products.ts';
import { Factory } from '#tests/support/factories.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { followJob, type FollowedJob } from '#tests/support/follow-job.ts';
import { testPerson, withPortal } from '#tests/support/portal.ts';
import { readWorkbook } from '#tests/support/workbook.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

/** Creates with a payload, reads it back, changes and deletes the record; answers what was stored. */
async function throughItsLife(path: string, payload: Record<string, unknown>, wrapper?: string) {
  const body = wrapper ? { [wrapper]: payload } : payload;
  const made = await portal.api.post(path, body);
  expect([made.status, made.text]).toEqual([201, made.text]);
  const { id } = made.body.data;
  const changed = await portal.api.put(`${path}/${id}`, body);
  expect([changed.status, changed.text]).toEqual([200, changed.text]);
  const { body: read } = await portal.api.get(`${path}/${id}`);
  expect((await portal.api.delete(`${path}/${id}`)).status).toBe(200);
  return read.data;
}

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
    expect(await throughItsLife('/companies', payload)).toMatchObject(payload);
    expect(await throughItsLife('/companies', payload, 'company')).toMatchObject(payload);
  });

  it.each(['departments', 'business_units'])('of %s is a name and an abbreviation', async (model) => {
    const payload = { name: `Reading ${model}`, abbreviation: 'RDG' };
    expect(await throughItsLife(`/${model}`, payload)).toMatchObject(payload);
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
    expect(await throughItsLife('/members', payload, 'member')).toMatchObject(payload);
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
    expect(await throughItsLife(path, payload, wrapper)).toMatchObject(payload);
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

  it('of a certification has the number of its cloud', async () => {
    const { id: member } = await factory.create(members);
    const payload = { member_id: member, name: 'Architect', issue_date: '2026-01-31' };
    const asked = { ...payload, provider: 2, expiration_date: '2029-01-31' };
    const stored = await throughItsLife('/cloud_certifications', asked);
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
    const stored = await throughItsLife('/github_copilot_users', payload);
    expect(stored).toMatchObject({ ...payload, cloud_contact_email: email });
  });

  it.each([
    ['faqs', { question: 'Who pays?', answer: '<p>The <strong>owner</strong></p>', category: 'Money' }],
    ['glossaries', { term: 'Landing zone', description: '<p>A place</p>', category: 'Clouds' }],
    ['service_catalog_products', { name: 'Vault', identifier: 'Product 1', description: '<p>Keeps</p>' }],
  ])('of %s has its formatted text', async (model, payload) => {
    expect(await throughItsLife(`/${model}`, payload)).toMatchObject(payload);
  });
});

describe('a Microsoft approval', () => {
  const five = {
    status: 'Approved',
    approval_id: 'A-changed',
    title: 'Another title',
    created_at: '2026-01-02T03:04:05.000Z',
    updated_at: '2026-02-03T04:05:06.000Z',
  };

  it('changes in its five fields, stamps included, and in no other', async () => {
    const { id } = await factory.create(microsoftApprovals);
    const { status, body } = await portal.api.put(`/microsoft_approvals/${id}`, { microsoft_approval: five });
    expect([status, body.data]).toEqual([200, expect.objectContaining(five)]);
    for (const field of ['approval_type', 'assigned_to', 'requested_by']) {
      const refused = await portal.api.put(`/microsoft_approvals/${id}`, { [field]: 'x' });
      expect([refused.status, refused.body.errors.map((one) => one.field)]).toEqual([422, [field]]);
    }
    expect((await portal.api.delete(`/microsoft_approvals/${id}`)).status).toBe(200);
  });

  it('is added by nobody', async () => {
    expect((await portal.api.post('/microsoft_approvals', five)).status).toBe(405);
  });

  it('leaves as a file with those it is assigned to joined', async () => {
    await portal.db.query('TRUNCATE microsoft_approvals');
    await factory.create(microsoftApprovals, { assigned_to: ['Ada', 'Grace'] });
    const { text } = await portal.api.get('/microsoft_approvals.csv');
    expect(text).toContain('Ada ; Grace');
  });
});

describe('a GitHub organization app', () => {
  const PEM = '-----BEGIN RSA PRIVATE KEY-----\r\nMIIEow\r\nAKCAQ\r\n-----END RSA PRIVATE KEY-----\n';

  it('takes its payload within its wrapper, all of it', async () => {
    const { id: costCenter, identifier } = await factory.create(costCenters);
    const payload = {
      name: 'wrapped-org',
      description: 'Wrapped',
      app_id: '4711',
      client_id: 'Iv1.4711',
      cost_centers_id: costCenter,
      team_selection: true,
      exclude_form: true,
      copilot_enabled: true,
    };
    const asked = { ...payload, private_key: PEM };
    const stored = await throughItsLife('/github_organization_apps', asked, 'github_organization_apps');
    expect(stored).toMatchObject({ ...payload, cost_center: identifier });
    expect(stored).not.toHaveProperty('private_key');
  });

  it('begins with all its switches off', async () => {
    const { body } = await portal.api.post('/github_organization_apps', {
      github_organization_apps: { name: 'plain-org', cost_centers_id: -9999 },
    });
    expect(body.data).toMatchObject({
      cost_centers_id: null,
      team_selection: false,
      exclude_form: false,
      copilot_enabled: false,
    });
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
    const stored = await throughItsLife('/dcoe/members', payload, 'dcoe_member');
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

  it('is refused with a unit that nobody knows', async () => {
    const { status, body } = await add({ email: 'unknown.code@example.com', business_unit: 'Nowhere' });
    expect([status, body.error]).toEqual([422, "Business Unit 'Nowhere' is not known."]);
  });
});

describe('the update of a product', () => {
  interface Updated {
    data: Record<string, unknown>;
    meta: { job: FollowedJob };
  }
  const update = async (id: number, body: unknown) => {
    const answer = await portal.api.post(`/service_catalog_products/update-product/${id}`, body);
    return { status: answer.status, ...(answer.body as unknown as Updated) };
  };
  const text = { identifier: 'Product 7', name: 'Vault 2', description: '<p>Keeps secrets</p>' };

  it.each([text, { service_catalog_product: text }])(
    'stores its text, and a job tells what clouds would be given',
    async (body) => {
      await portal.db.query('TRUNCATE service_catalog_products');
      const { id } = await factory.create(serviceCatalogProducts);
      const { status, data, meta } = await update(id, body);
      expect([status, data]).toMatchObject([202, { id, ...text, lock_version: 2 }]);
      expect(meta.job).toMatchObject({ kind: 'service_catalog_update' });
      expect(await followJob(portal.api, meta.job.id)).toMatchObject({
        state: 'done',
        result: { product: { id, ...text, version: 2 }, clouds: [], note: expect.any(String) },
      });
      const { body: read } = await portal.api.get(`/service_catalog_products/${id}`);
      expect(read.data).toMatchObject(text);
    },
  );

  it('refuses what is wrong, of nobody and outdated, and hands nothing on', async () => {
    const { id } = await factory.create(serviceCatalogProducts);
    const jobs = async () => (await portal.api.get('/jobs?q=wherever')).body.meta;
    const before = await jobs();
    expect((await update(id, { name: '' })).status).toBe(422);
    expect((await update(id, { approved: true })).status).toBe(422);
    expect((await update(id, { name: 'Old', lock_version: 7 })).status).toBe(409);
    expect((await update(2_000_000_000, text)).status).toBe(404);
    expect((await portal.api.post('/service_catalog_products/update-product/x', text)).status).toBe(404);
    expect(await jobs()).toEqual(before);
  });

  it('cleans its text of scripts', async () => {
    const { id } = await factory.create(serviceCatalogProducts);
    const { data } = await update(id, { description: '<p onclick="x()">A<script>b()</script></p>' });
    expect(data['description']).toBe('<p>A</p>');
  });
});

describe('the export of certificates', () => {
  it('is mailed as a workbook to the one address that is asked for', async () => {
    const made = await factory.create(cloudCertifications, { expiration_date: '2030-01-31' });
    const { status, body } = await portal.api.post<{ job: FollowedJob }>('/cloud_certifications/export', {
      cloud_certification: { email: 'grace.hopper@example.com' },
    });
    expect(status).toBe(202);
    const { state, result } = await followJob(portal.api, body.data.job.id);
    expect(state).toBe('done');
    const { body: mail } = await portal.api.get<{
      to: string;
      attachments: { id: string; name: string }[];
    }>(`/outbox/${String(result?.['mail'])}`);
    const [file] = mail.data.attachments;
    expect(mail.data.to).toBe('grace.hopper@example.com');
    expect(file?.name).toMatch(/^cloud_certifications_\d{4}-\d\d-\d\d\.xlsx$/);
    const session = await createSession(portal.db, { ...testPerson, roles: [] }, null);
    const answer = await fetch(
      `${portal.url}/api/outbox/${String(result?.['mail'])}/attachments/${file?.id}`,
      { headers: { ...session } },
    );
    const rows = readWorkbook(Buffer.from(await answer.arrayBuffer())).get('Cloud Certifications') ?? [];
    const header = rows[0]?.map((cell) => cell?.text) ?? [];
    expect(header).toEqual([
      'member_name',
      'name',
      'business_unit',
      'provider',
      'issue_date',
      'expiration_date',
    ]);
    expect(rows.some((row) => row[1]?.text === made['name'])).toBe(true);
  });

  it('is refused for what is no address', async () => {
    const { status, body } = await portal.api.post('/cloud_certifications/export', {
      cloud_certification: { email: 'a@example.com, b@example.com' },
    });
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['email']]);
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
