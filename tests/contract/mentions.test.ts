import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { businessUnits } from '#resources/business-units.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { githubOrganizationApps } from '#resources/github-organization-apps.ts';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});
const parents = async (query: string) =>
  (await portal.api.get<Row[]>(`/cloud_parents?${query}`)).body.data.map(({ identifier }) => identifier);

describe('a name that may be unknown', () => {
  it('is kept as it was written and flagged until its record is there, and again when that has gone', async () => {
    const parent = await factory.create(cloudParents, { cost_center: 'Cc-77 ', business_unit_name: null });
    const read = async () => (await portal.api.get(`/cloud_parents/${parent.id}`)).body.data;
    expect(await read()).toMatchObject({
      cost_center: 'Cc-77 ',
      cost_centers_id: null,
      cost_center_unknown: true,
      business_unit_name: null,
      business_units_id: null,
      business_unit_name_unknown: false,
    });
    const center = await factory.create(costCenters, { identifier: 'CC-77' });
    expect(await read()).toMatchObject({
      cost_center: 'Cc-77 ',
      cost_centers_id: center.id,
      cost_center_unknown: false,
    });
    expect((await portal.api.delete(`/cost_centers/${center.id}`)).status).toBe(200);
    expect(await read()).toMatchObject({ cost_centers_id: null, cost_center_unknown: true });
  });

  it('is found by what it says, by its record, and by being unknown', async () => {
    await portal.db.query('TRUNCATE cloud_parents, cloud_survey_responses CASCADE');
    const unit = await factory.create(businessUnits, { name: 'Lottery of the North' });
    const of = (identifier: string, business_unit_name: string | null) =>
      factory.create(cloudParents, { identifier, business_unit_name });
    await of('A', 'lottery of the north');
    await of('B', 'Lottery of the South');
    await of('C', null);
    expect(await parents('by_business_unit_name=lottery&sort=identifier')).toEqual(['A', 'B']);
    expect(await parents(`by_business_units_id=${unit.id}`)).toEqual(['A']);
    expect(await parents('by_business_units_id=None&sort=identifier')).toEqual(['B', 'C']);
    expect(await parents('by_business_unit_name_unknown=true')).toEqual(['B']);
    expect(await parents('by_business_unit_name_unknown=No&sort=-identifier')).toEqual(['C', 'A']);
    expect(await parents('sort=-business_unit_name_unknown,identifier')).toEqual(['B', 'A', 'C']);
    expect((await portal.api.get('/cloud_parents?by_business_units_id=north')).status).toBe(400);
  });

  it('leaves in a file as it was written', async () => {
    await factory.create(cloudParents, { identifier: 'FILED', department: 'Nobody knows' });
    const { text } = await portal.api.get('/cloud_parents.csv?by_identifier=FILED');
    expect(parse(text, { bom: true, columns: true })).toMatchObject([{ department: 'Nobody knows' }]);
  });
});

describe('a Copilot user', () => {
  it('takes ids of contact and organization, answers both with their names, and keeps unknown names', async () => {
    const contact = await factory.create(cloudContacts, { email: 'seat.owner@example.com' });
    const app = await factory.create(githubOrganizationApps, { name: 'seats' });
    const body = {
      github_copilot_user: {
        name: 'Seat',
        cost_center: 'nobody knows',
        cloud_contact_id: contact.id,
        github_organization_app_id: String(app.id),
        github_username: 'seated',
        easy_vista_ticket_number: 'EV-1',
        requestor: 'Somebody',
      },
    };
    const made = await portal.api.post('/github_copilot_users', body);
    expect([made.status, made.body.data]).toMatchObject([
      201,
      {
        cloud_contact_id: contact.id,
        cloud_contact_email: 'seat.owner@example.com',
        github_organization_app_id: app.id,
        github_organization: 'seats',
        cost_center: 'nobody knows',
        cost_center_unknown: true,
        cloud_contact_email_unknown: false,
      },
    ]);
    const path = `/github_copilot_users/${made.body.data.id}`;
    const changed = await portal.api.put(path, { cloud_contact_email: 'gone@example.com' });
    expect(changed.body.data).toMatchObject({ cloud_contact_id: null, cloud_contact_email_unknown: true });
    const back = await portal.api.put(path, {
      cloud_contact_id: contact.id,
      cloud_contact_email: 'gone@example.com',
    });
    expect(back.body.data).toMatchObject({
      cloud_contact_id: contact.id,
      cloud_contact_email: 'seat.owner@example.com',
    });
    const none = await portal.api.put(path, { cloud_contact_id: -9999 });
    expect(none.body.data).toMatchObject({ cloud_contact_email: null, cloud_contact_email_unknown: false });
  });

  it.each([999_999, 'x', 1.5, 0])('refuses the contact %j with every other wrong field', async (id) => {
    const { status, body } = await portal.api.post('/github_copilot_users', {
      cloud_contact_id: id,
      github_username: '',
    });
    expect([status, body.errors.map(({ field }) => field).toSorted()]).toEqual([
      422,
      ['cloud_contact_id', 'github_username'],
    ]);
  });
});
