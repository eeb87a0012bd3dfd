import { beforeAll, describe, expect, it } from 'vitest';
import { cloudCertifications } from '#resources/cloud-certifications.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { microsoftApprovals } from '#resources/microsoft-approvals.ts';
import { registry } from '#resources/registry.ts';
import { serviceCatalogProducts } from '#resources/service-catalog-products.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob, type FollowedJob } from '#tests/support/follow-job.ts';
import { testPerson, withPortal } from '#tests/support/portal.ts';
import { throughItsLife } from '#tests/support/record-life.ts';
import { readWorkbook } from '#tests/support/workbook.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
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
    const stored = await throughItsLife(
      portal.api,
      '/github_organization_apps',
      asked,
      'github_organization_apps',
    );
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

describe('the update of a product', () => {
  interface Updated {
    data: Record<string, unknown>;
    meta: { job: FollowedJob; cloud_deployment: { id: number } };
  }
  const update = async (id: number, body: unknown) => {
    const answer = await portal.api.post(`/service_catalog_products/update-product/${id}`, body);
    return { status: answer.status, ...(answer.body as unknown as Updated) };
  };
  const text = { identifier: 'Product 7', name: 'Vault 2', description: '<p>Keeps secrets</p>' };

  it.each([text, { service_catalog_product: text }])(
    'stores its text, and a deployment hands it on to where the product is',
    async (body) => {
      await portal.db.query('TRUNCATE service_catalog_products');
      const { id } = await factory.create(serviceCatalogProducts);
      const { status, data, meta } = await update(id, body);
      expect([status, data]).toMatchObject([202, { id, ...text, lock_version: 2 }]);
      expect(meta).toMatchObject({
        job: { kind: 'cloud_deployment' },
        cloud_deployment: { kind: 'service_catalog_product', name: text.name },
      });
      expect(await followJob(portal.api, meta.job.id)).toMatchObject({
        state: 'done',
        result: { deployment: meta.cloud_deployment.id, identifier: null },
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
