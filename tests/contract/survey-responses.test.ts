import { beforeAll, describe, expect, it } from 'vitest';
import { cloudParents } from '#resources/cloud-parents.ts';
import { cloudSurveyResponses } from '#resources/cloud-survey-responses.ts';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { ONE_CONNECTION } from '#tests/support/database.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({}, ONE_CONNECTION);
let factory: Factory;
let parent: Row;
const path = '/cloud_survey_responses';
beforeAll(async () => {
  factory = new Factory(portal.api, registry, portal.db);
  parent = await factory.create(cloudParents, {
    identifier: '000777',
    provider_type: 'AwsCloudParent',
    business_unit_name: 'Gaming',
    environment: 'development',
    billing_contact: null,
  });
});

describe('a survey response', () => {
  it('has every answer of the survey, and what the cloud parent says beside them', async () => {
    const survey = {
      cloud_parent_id: parent.id,
      provider: 'aws',
      identifier: '000777',
      project_name: 'Lucky Reels',
      distribution_list: 'reels@example.com',
      account_owner: 'nobody@example.com',
      business_unit: 'Lottery',
      department: 'Game Development',
      cloud_environment: 'production',
      cost_center: '4711',
      still_in_use: 'Yes',
      can_be_removed: 'No',
      billing_contact: 'billing@example.com',
      security_contact: 'security@example.com',
      operations_contact: 'operations@example.com',
      project_summary: 'Reels.\nOn a wheel.',
    };
    const { status, body } = await portal.api.post(path, { cloud_survey_response: survey });
    expect([status, body.data]).toMatchObject([
      201,
      {
        ...survey,
        cloud_parent_identifier: '000777',
        account_owner_unknown: true,
        cloud_parent: {
          business_unit_name: 'Gaming',
          environment: 'development',
          provider_type: 'AwsCloudParent',
        },
      },
    ]);
    const changed = await portal.api.put(`${path}/${body.data.id}`, { still_in_use: 'No' });
    expect(changed.body.data).toMatchObject({ still_in_use: 'No' });
    expect((await portal.api.put(`${path}/${body.data.id}`, { still_in_use: 'Perhaps' })).status).toBe(422);
    expect((await portal.api.delete(`${path}/${body.data.id}`)).status).toBe(200);
  });

  it.each([
    ['the cloud parent alone', () => ({ cloud_parent_id: parent.id })],
    ['the identifier alone', () => ({ identifier: ' 000777' })],
  ])('is about the account that %s tells', async (_what, body) => {
    const made = await portal.api.post(path, body());
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { cloud_parent_id: parent.id, identifier: '000777' },
    ]);
  });

  it('may be about an account that the inventory does not have', async () => {
    const made = await portal.api.post(path, { identifier: 'unheard of' });
    expect([made.status, made.body.data]).toMatchObject([201, { cloud_parent_id: null, cloud_parent: null }]);
    const { status, body } = await portal.api.post(`${path}/${made.body.data.id}/take_over`, {
      answers: ['department'],
    });
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['department']]);
  });
});

describe('answers that are taken over', () => {
  const answered = (values: object) =>
    factory.create(cloudSurveyResponses, { cloud_parent_id: parent.id, ...values });

  it('change the cloud parent, and its history says who did it', async () => {
    const { id } = await answered({
      business_unit: 'Lottery',
      cloud_environment: 'production',
      cost_center: '1',
    });
    const asked = () =>
      portal.api.post(
        `${path}/${id}/take_over`,
        { answers: ['business_unit', 'cloud_environment'] },
        { 'idempotency-key': 'taken-over' },
      );
    const { status, body } = await asked();
    expect([status, body.data]).toMatchObject([
      200,
      {
        id: parent.id,
        business_unit_name: 'Lottery',
        environment: 'production',
        cost_center: parent['cost_center'],
      },
    ]);
    expect((await asked()).body).toEqual(body);
    const history = await portal.api.get<Row[]>(`/cloud_parents/${parent.id}/history`);
    expect(history.body.data).toHaveLength(1);
    expect(JSON.stringify(history.body.data)).toContain('Lottery');
  });

  it.each([
    [{ answers: [] }, 'answers'],
    [{ answers: ['identifier'] }, 'answers'],
    [{ answers: ['__proto__'] }, 'answers'],
    [{}, 'answers'],
    [{ answers: ['department', 'billing_contact'] }, 'billing_contact'],
  ])('are refused as %j', async (body, field) => {
    const { id } = await answered({ department: 'QA', billing_contact: null });
    const refused = await portal.api.post(`${path}/${id}/take_over`, body);
    expect([refused.status, refused.body.errors.map((one) => one.field)]).toEqual([422, [field]]);
    expect((await portal.api.get(`/cloud_parents/${parent.id}`)).body.data['department']).toBe(
      parent['department'],
    );
  });

  it('are taken back as long as nobody has changed the cloud parent since', async () => {
    const before = (await portal.api.get(`/cloud_parents/${parent.id}`)).body.data;
    const { id } = await answered({ department: 'Taken for a moment', cloud_environment: 'sandbox' });
    const take = () =>
      portal.api.post(`${path}/${id}/take_over`, { answers: ['department', 'cloud_environment'] });
    const takeBack = (lock_version: unknown) => portal.api.post(`${path}/${id}/take_back`, { lock_version });
    const first = (await take()).body.data;
    expect(first).toMatchObject({ department: 'Taken for a moment', environment: 'sandbox' });
    const { department, environment } = before;
    const { status, body } = await takeBack(first.lock_version);
    expect([status, body.data]).toMatchObject([200, { department, environment }]);
    expect((await portal.api.get(`/cloud_parents/${parent.id}`)).body.data).toMatchObject({ environment });

    const second = (await take()).body.data;
    const other = await answered({ business_unit: 'Somebody else’s' });
    await portal.api.post(`${path}/${other.id}/take_over`, { answers: ['business_unit'] });
    const stale = await takeBack(second.lock_version);
    expect([stale.status, stale.body.conflict.by?.email]).toEqual([409, 'ada.lovelace@example.com']);
    expect((await takeBack(999_999)).status).toBe(409);
    expect((await takeBack('1')).status).toBe(422);
  });

  it('are refused where the cloud parent says so already, and what others changed is not taken back', async () => {
    const { id } = await answered({ cloud_environment: 'staging' });
    const other = await answered({ cloud_environment: 'staging', department: 'Theirs' });
    const theirs = { answers: ['cloud_environment', 'department'] };
    expect((await portal.api.post(`${path}/${other.id}/take_over`, theirs)).status).toBe(200);
    const { status, body } = await portal.api.post(`${path}/${id}/take_over`, {
      answers: ['cloud_environment'],
    });
    expect([status, body.error]).toEqual([409, 'Cloud Parent 000777 says so already.']);
  });

  it('need the response', async () => {
    for (const id of ['999999', '0', 'x'])
      expect((await portal.api.post(`${path}/${id}/take_over`, { answers: ['department'] })).status).toBe(
        404,
      );
  });
});
