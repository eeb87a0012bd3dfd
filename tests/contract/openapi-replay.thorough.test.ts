import { beforeAll, describe, expect, it } from 'vitest';
import { importOf } from '#kernel/csv/csv-import.ts';
import { readGroupings } from '#kernel/list-groups.ts';
import { resourcePath } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { modelsWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';
import { dataOf, replayAt, type Json } from '#tests/support/replay.ts';
import { zipped } from '#tests/support/zipped.ts';
import { replayAccountChange } from './replays/account-change.ts';
import { replayAccess } from './replays/access.ts';
import { replayBills } from './replays/bills.ts';
import { replayClose } from './replays/close.ts';
import { replayComments } from './replays/comments.ts';
import { replayCopilot } from './replays/copilot.ts';
import { replayDirectoryAccess } from './replays/directory-access.ts';
import { replayDirectorySync } from './replays/directory-sync.ts';
import { replayFactory } from './replays/factory.ts';
import { replayFinalizedRuns } from './replays/finalized-runs.ts';
import { replayGroups } from './replays/groups.ts';
import { replayGitHub } from './replays/github.ts';
import { replayInventory } from './replays/inventory.ts';
import { replayLeases } from './replays/leases.ts';
import { replayMembers } from './replays/members.ts';
import { replayAttestation } from './replays/attestation.ts';
import { replayMyCloud } from './replays/my-cloud.ts';
import { replayPeerReview } from './replays/peer-review.ts';
import { replayRunningCosts } from './replays/running-costs.ts';
import { replaySelections } from './replays/selections.ts';
import { replayUntagged } from './replays/untagged.ts';
import { replayViews } from './replays/views.ts';
import { replaySchedules } from './replays/schedules.ts';
import { replayWebhooks } from './replays/webhooks.ts';
import { replayWork } from './replays/work.ts';

const portal = withPortal();
const replay = replayAt(portal);
const { expectTold, replayed } = replay;
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

describe.each(registry.all.map((model) => ({ model, name: model.name })))(
  'what is answered of $name is as it is told',
  ({ model }) => {
    const path = `/api${resourcePath(model.name)}`;

    it('lists, files and their failures', async () => {
      for (const query of ['', '?page=1&per_page=2', '?sort=-id']) await expectTold('get', path + query, 200);
      await expectTold('get', `${path}?unknown=1`, 400);
      await expectTold('get', path, 401, { as: {} });
      if (model.csv) await expectTold('get', `${path}.csv`, 200);
      const [column] = model.columns.filter((name) => readGroupings(registry, model, name));
      await expectTold('get', `${path}/groups?group=${column}&page=1&per_page=2`, 200);
      await expectTold('get', `${path}/groups`, 400);
      if (model.csv) await expectTold('get', `${path}/groups.csv?group=${column}`, 200);
    });
  },
);

describe.each(modelsWith('update', 'delete', 'record'))(
  'what is answered of a record of $name is as it is told',
  ({ model }) => {
    const path = `/api${resourcePath(model.name)}`;

    it('records, their changes, histories and failures', async () => {
      const input = await factory.input(model);
      const make = async () => {
        if (!model.actions.includes('create')) return factory.create(model);
        await expectTold('post', path, 422, { body: { ...input, no_such_field: 1 } });
        await expectTold('post', path, 400, { body: '[1]' });
        return dataOf(
          await expectTold('post', path, 201, { body: input, more: { 'idempotency-key': 'one' } }),
        );
      };
      const created = await make();
      const one = `${path}/${created.id}`;
      await expectTold('get', one, 200);
      await expectTold('get', `${path}/999999999`, 404);
      const { name, value } = factory.change(model);
      const version = created['lock_version'];
      const changed = { [name]: value, lock_version: version };
      await expectTold('put', one, 200, { body: { [model.singular]: changed } });
      // From the older version again, with another value: somebody has changed it meanwhile.
      const first = created[name] === value ? value : created[name];
      await expectTold('patch', one, 409, { body: { [name]: first, lock_version: version } });
      await expectTold('patch', one, 200, { body: { [model.name]: { [name]: first } } });
      await expectTold('get', `${one}/history?page=1`, 200);
      await expectTold('delete', one, 200, { more: { 'idempotency-key': 'two' } });
      await expectTold('get', `${path}/deleted`, 200);
      await expectTold('post', `${one}/restore`, 200, { more: { 'idempotency-key': 'three' } });
      await expectTold('post', `${one}/restore`, 409);
      await expectTold('delete', `${path}/999999999`, 404);
      const { id } = created;
      const several = (...records: Json[]) => ({ body: { records } });
      await expectTold('post', `${path}/bulk_update`, 200, several({ id, [name]: value }));
      await expectTold('post', `${path}/bulk_update`, 409, several({ id, [name]: first, lock_version: 1 }));
      await expectTold('post', `${path}/bulk_update`, 422, several({ id, nothing: 1 }));
      await expectTold('post', `${path}/preview_rows`, 200, several({ id, [name]: first }, { nothing: 1 }));
      await expectTold('post', `${path}/preview_rows`, 422, { body: { records: 'all' } });
      await expectTold('post', `${path}/save_rows`, 200, several({ id, [name]: first }));
      await expectTold('post', `${path}/save_rows`, 409, several({ id, [name]: value, lock_version: 1 }));
      await expectTold('post', `${path}/save_rows`, 404, several({ id: 999_999_999, [name]: value }));
      await expectTold('post', `${path}/save_rows`, 422, several({ id, nothing: 1 }));
      await expectTold('post', `${path}/bulk_delete`, 200, several({ id }));
      await expectTold('post', `${path}/bulk_delete`, 404, several({ id }));
      await expectTold('post', `${path}/bulk_restore`, 200, several({ id }));
      await expectTold('post', `${path}/bulk_restore`, 409, several({ id }));
      if (importOf(model)) {
        const rows = { data: [{ nothing: 'x' }], dry_run: true };
        await expectTold('post', `${path}/import_json`, 200, { body: rows });
        await expectTold('post', `${path}/import_json`, 422, { body: { data: [{ nothing: 'x' }] } });
      }
    });
  },
);

describe.each(modelsWith('read', 'record').filter(({ model }) => !model.actions.includes('update')))(
  'what is answered of a record of $name, which is only read, is as it is told',
  ({ model, path }) => {
    it('records and their histories', async () => {
      const { id } = await factory.create(model);
      await expectTold('get', `/api${path}/${id}`, 200);
      await expectTold('get', `/api${path}/999999999`, 404);
      if (model.history === 'none') return;
      await expectTold('get', `/api${path}/${id}/history`, 200);
      await expectTold('get', `/api${path}/deleted`, 200);
    });
  },
);

it('accounts by what their posture is looked at by answer as it is told', async () => {
  await factory.create(registry.get('cloud_parents'));
  const bucket = 'by_environment_bucket=Other';
  await expectTold('get', `/api/cloud_parents?by_units=GAM,LOT&${bucket}`, 200);
  await expectTold('get', '/api/cloud_parents?by_units=GAM,SALES', 400);
  await expectTold('get', `/api/cloud_parents.csv?by_units=CIO&${bucket}`, 200);
});

it('a record that others refer to says who does, as it is told', async () => {
  const center = await factory.create(registry.get('cost_centers'));
  await expectTold('delete', `/api/companies/${String(center['companies_id'])}`, 409);
});

it('a cost center is replaced as it is told', async () => {
  const old = await factory.create(registry.get('cost_centers'));
  const path = `/api/cost_centers/${old.id}/replace`;
  const body = { identifier: 'REPLAY-REPLACES' };
  await expectTold('post', path, 422, { body: { cost_center: { identifier: 'x', approved: true } } });
  await expectTold('post', path, 201, { body, more: { 'idempotency-key': 'replaced' } });
  await expectTold('post', path, 409, { body });
  await expectTold('post', '/api/cost_centers/999999999/replace', 404, { body });
  await expectTold('get', `/api/cost_centers/${old.id}/expiry`, 200);
  await expectTold('get', '/api/cost_centers/999999999/expiry', 404);
});

it('what is spent of budgets answers as it is told', async () => {
  const budget = await factory.create(registry.get('budgets'));
  await expectTold('get', `/api/budgets/${budget.id}/spend`, 200);
  await expectTold('get', '/api/budgets/999999999/spend', 404);
  await expectTold('get', `/api/cost_centers/${String(budget['cost_center_id'])}/budgets`, 200);
  await expectTold('get', '/api/cost_centers/999999999/budgets', 404);
  await expectTold('get', '/api/month_close/budgets?month=2026-03', 200);
  await expectTold('get', '/api/budget_alerts?month=2026-03&page=1&per_page=5', 200);
  await expectTold('get', '/api/budget_alerts?month=soon', 400);
  await expectTold('get', '/api/budget_alerts.csv?month=2026-03', 200);
  await expectTold('get', '/api/month_close/budgets?month=soon', 400);
});

it('imports, contacts by email, the search and the overview answer as it is told', async () => {
  const row = { Identifier: 'replayed', 'Company Code': '01' };
  await expectTold('post', '/api/cost_centers/import_json', 422, { body: { data: [row] } });
  const { body } = await portal.api.get<Json[]>('/companies?per_page=1');
  expect(body.data).toHaveLength(1);
  await expectTold('post', '/api/cloud_contacts/by_email', 201, { body: { email: 'new@example.com' } });
  await expectTold('post', '/api/cloud_contacts/by_email', 200, {
    body: { cloud_contact: { email: 'new@example.com' } },
  });
  await expectTold('post', '/api/cloud_contacts/by_email', 422, { body: { email: 'none' } });
  await expectTold('get', '/api/search?q=new', 200);
  await expectTold('get', '/api/search', 400);
  await expectTold('get', '/api/waiting', 200);
  await expectTold('get', '/api/data_quality', 200);
  await expectTold('get', '/api/recent_changes', 200);
});

it('what was changed answers as it is told', async () => {
  const department = await factory.create(registry.get('departments'));
  await portal.api.delete(`/departments/${department.id}`);
  const told = await expectTold('get', '/api/activity?by_model=departments&by_at=2020..&per_page=1', 200);
  const [entry] = told['data'] as { id: number }[];
  await expectTold('get', `/api/activity?by_person=nobody@example.com&before=${entry?.id}`, 200);
  await expectTold('get', '/api/activity?by_action=nothing', 400);
  await expectTold('get', '/api/activity.csv?by_action=delete', 200);
  await expectTold('get', '/api/activity/people?q=ada', 200);
  await expectTold('get', `/api/activity/${entry?.id}/changes?per_page=1`, 200);
  await expectTold('get', '/api/activity/999999999/changes', 404);
});

it('uploads answer as it is told, at once or with the job that does them', async () => {
  const base64 = (content: string | Buffer) => Buffer.from(content).toString('base64');
  const networks = '/api/cost_center_networks/upload';
  const file = base64('Network\nreplayed\n');
  await expectTold('post', networks, 200, { body: { file, dry_run: true } });
  await expectTold('post', networks, 201, { body: { file } });
  await expectTold('post', networks, 422, { body: { file: base64('Planet\nMars\n') } });
  const extract = await zipped({ 'sap.csv': 'identifier,company_code\nreplayed,none\n' });
  const job = dataOf(
    await expectTold('post', '/api/sap_cost_centers/upload', 202, {
      body: { email: 'ada@example.com', base_file: base64(extract) },
    }),
  )['job'] as { id: string };
  await followJob(await portal.signIn({ email: 'ada@example.com' }), job.id);
  await expectTold('get', `/api/jobs/${job.id}/file`, 200);
  await expectTold('get', '/api/jobs/none/file', 404);
  const wrong = { email: 'ada@example.com', base_file: file };
  await expectTold('post', '/api/sap_cost_centers/upload', 422, { body: wrong });
});

it('answers that are taken over into the inventory answer as it is told', async () => {
  const parent = await factory.create(registry.get('cloud_parents'));
  const answered = { cloud_parent_id: parent.id, department: 'Replayed' };
  const survey = await factory.create(registry.get('cloud_survey_responses'), answered);
  const address = `/api/cloud_survey_responses/${survey.id}/take_over`;
  const body = { answers: ['department'] };
  const taken = dataOf(
    await expectTold('post', address, 200, { body, more: { 'idempotency-key': 'taken-over' } }),
  );
  await expectTold('post', address, 422, { body: { answers: ['identifier'] } });
  const back = `/api/cloud_survey_responses/${survey.id}/take_back`;
  const since = { lock_version: taken['lock_version'] };
  await expectTold('post', back, 200, { body: since, more: { 'idempotency-key': 'taken-back' } });
  await expectTold('post', back, 409, { body: since });
  await expectTold('post', back, 422, { body: { lock_version: 'the last' } });
  await expectTold('post', '/api/cloud_survey_responses/999999/take_back', 404, { body: since });
  await expectTold('post', '/api/cloud_survey_responses/999999/take_over', 404, { body });
});

it('the update of a product answers as it is told', async () => {
  const { id } = await factory.create(registry.get('service_catalog_products'));
  const path = '/api/service_catalog_products/update-product';
  await expectTold('post', `${path}/${id}`, 202, {
    body: { service_catalog_product: { name: 'Replayed', description: null } },
    more: { 'idempotency-key': 'product' },
  });
  await expectTold('post', `${path}/${id}`, 409, { body: { name: 'Replayed', lock_version: 1 } });
  await expectTold('post', `${path}/${id}`, 422, { body: { name: '' } });
  await expectTold('post', `${path}/999999999`, 404, { body: { name: 'Replayed' } });
});

// Its parts, each with a file of its own.
const told = { portal, replay, factory: () => factory };
replayMembers(told);
replayBills(told);
replayClose(told);
replayCopilot(told);
replayRunningCosts(told);
replayUntagged(told);
replayFinalizedRuns(told);
replayInventory(told);
// First, as a reading takes away what the directory does not have.
replayDirectorySync(told);
replayDirectoryAccess(told);
replayGroups(told);
replayGitHub(told);
replayWork(told);
replayFactory(told);
replayLeases(told);
replayAccountChange(told);
replayAccess(told);
replayViews({ replay });
replayComments({ replay });
replaySchedules({ replay });
replayWebhooks(told);
replaySelections(told);
replayAttestation(told);
replayMyCloud(told);
replayPeerReview(told);

it('every route of the portal is told but those that only refuse, and every one that is told was replayed', async () => {
  for (const { method, path } of portal.routes.filter(({ path: each }) => each.startsWith('/api/'))) {
    const told = replay.paths[path.replaceAll(/:(\w+)/g, '{$1}').replace(/\/$/, '')] ?? {};
    if (method.toLowerCase() in told || method === 'HEAD') continue;
    const { status } = await fetch(portal.url + path.replaceAll(/:\w+/g, '1'), {
      method,
      headers: replay.headers,
    });
    expect(status, `${method} ${path}`).toBe(405);
  }
  const told = Object.values(replay.paths).flatMap((methods) => Object.values(methods));
  expect(
    told.map(({ operationId }) => operationId).filter((id) => !replayed.has(id)),
    'Each needs a replay: a file in tests/contract/replays that is called above.',
  ).toEqual([]);
});
