import { beforeAll, describe, expect, it } from 'vitest';
import { resourcePath } from '#kernel/resource.ts';
import { isDemanded } from '#kernel/fields/field.ts';
import { registry } from '#resources/registry.ts';
import { reports } from '#resources/reports.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { modelsWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';
import { replayAt, type Json } from '#tests/support/replay.ts';
import { zipped } from '#tests/support/zipped.ts';

const portal = withPortal();
const replay = replayAt(portal);
const { expectTold, toldOf, replayed } = replay;
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

const dataOf = (answer: Json) => answer['data'] as Json & { id: number };

describe.each(registry.all.map((model) => ({ model, name: model.name })))(
  'what is answered of $name is as it is told',
  ({ model }) => {
    const path = `/api${resourcePath(model.name)}`;

    it('lists, files and their failures', async () => {
      for (const query of ['', '?page=1&per_page=2', '?sort=-id']) await expectTold('get', path + query, 200);
      await expectTold('get', `${path}?unknown=1`, 400);
      await expectTold('get', path, 401, { as: {} });
      if (model.csv) await expectTold('get', `${path}.csv`, 200);
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
      await expectTold('post', `${path}/bulk_delete`, 200, several({ id }));
      await expectTold('post', `${path}/bulk_delete`, 404, several({ id }));
      await expectTold('post', `${path}/bulk_restore`, 200, several({ id }));
      await expectTold('post', `${path}/bulk_restore`, 409, several({ id }));
      if (model.csv?.import && model.actions.includes('create')) {
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
    await expectTold('post', '/api/sap_cost_centers/upload', 202, { body: { base_file: base64(extract) } }),
  )['job'] as { id: string };
  await followJob(await portal.signIn({ email: 'ada@example.com' }), job.id);
  await expectTold('get', `/api/jobs/${job.id}/file`, 200);
  await expectTold('get', '/api/jobs/none/file', 404);
  await expectTold('post', '/api/sap_cost_centers/upload', 422, { body: { base_file: file } });
});

it('membership requests become members, are deleted and come back as it is told', async () => {
  const path = '/api/team_membership_tickets';
  const body = { requesting_principal_user_id: 'replayed@example.com' };
  const made = await expectTold('post', path, 201, { body, more: { 'idempotency-key': 'asked' } });
  await expectTold('post', path, 422, { body: { ...body, completed: true } });
  const { id } = dataOf(made);
  const one = `${path}/${id}`;
  await expectTold('post', `${one}/make_member`, 201, { more: { 'idempotency-key': 'made' } });
  await expectTold('post', `${one}/make_member`, 409);
  const again = dataOf(await expectTold('post', path, 201, { body: { team_membership_ticket: body } }));
  await expectTold('post', `${path}/${again.id}/make_member`, 200);
  await expectTold('post', `${path}/999999999/make_member`, 404);
  await expectTold('delete', one, 200, { more: { 'idempotency-key': 'gone' } });
  await expectTold('post', `${one}/restore`, 200, { more: { 'idempotency-key': 'back' } });
  const several = { body: { records: [{ id }] } };
  await expectTold('post', `${path}/bulk_delete`, 200, several);
  await expectTold('post', `${path}/bulk_restore`, 200, several);
});

it('the link of a member is sent, looked at and used as it is told', async () => {
  const { id, name: department } = await factory.create(registry.get('departments'));
  const unit = await factory.create(registry.get('business_units'));
  const member = await factory.create(registry.get('members'), { departments_id: id, blacklist: false });
  const send = `/api/members/${member.id}/update_link/send`;
  const sent = dataOf(await expectTold('post', send, 202, { more: { 'idempotency-key': 'link' } }));
  await expectTold('post', send, 422, { body: { to: 'me' } });
  await expectTold('post', '/api/members/999999999/update_link/send', 404);
  const { text } = dataOf(await expectTold('get', `/api/outbox/${String(sent['mail'])}`, 200));
  const [, query = ''] = /update-member\?member_id=\d+&(\S+)/.exec(String(text)) ?? [];
  const link = `/api/members/update-restricted/${member.id}?${query}`;
  const details = { department: String(department), business_unit: String(unit['name']) };
  await expectTold('get', link, 200, { as: {} });
  await expectTold('get', link.replace(query, ''), 403, { as: {} });
  await expectTold('post', link, 422, { as: {}, body: {} });
  await expectTold('post', link, 200, { as: {}, body: details, more: { 'idempotency-key': 'used' } });
  await expectTold('post', link, 403, { as: {}, body: details });
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

it('bills are uploaded, summed and mailed as it is told', async () => {
  const upload = '/api/cloud_bills/upload';
  const data = Buffer.from('Date,Provider,Identifier,Amount\n2026-01-01,aws,replayed,1.00\n').toString(
    'base64',
  );
  await expectTold('post', upload, 200, { body: { data, dry_run: true } });
  await expectTold('post', upload, 201, { body: { data } });
  await expectTold('post', upload, 422, { body: { data: 'UGxhbmV0Ck1hcnMK' } });
  await expectTold('get', '/api/cloud_bills/spend?key=replayed&startDate=2026-01-01&largest=1', 200);
  await expectTold('get', '/api/cloud_bills/spend?startDate=soon', 400);
  await expectTold('get', '/api/cloud_bills/identifiers', 200);
  const days = { start_date: '2026-01-01', end_date: '2026-01-31' };
  const ada = await portal.signIn({ email: 'ada@example.com' });
  for (const [path, more] of [
    ['/api/cloud_bills/send_single', { identifier: 'replayed' }],
    ['/api/cloud_bills/send_all', {}],
  ] as const) {
    const answer = await expectTold('post', path, 202, { body: { cloud_bill: { ...days, ...more } } });
    await followJob(ada, (dataOf(answer)['job'] as { id: string }).id);
    await expectTold('post', path, 422, { body: { cloud_bill: {} } });
  }
  await expectTold('post', '/api/cloud_bills/send_all', 200, { body: { ...days, dry_run: true } });
});

it('billing runs begin, are looked at, assigned and downloaded as it is told', async () => {
  const runs = '/api/billing_runs';
  const asked = `${runs}?provider=azure&month=2026-03&name=bill.csv`;
  const file = azureMca([
    { account: 'replayed', amount: '1.5' },
    { account: null, amount: '0.5', kind: 'Tax' },
  ]);
  const ada = await portal.signIn({ email: 'ada@example.com' });
  const begun = dataOf(await expectTold('post', asked, 202, { file, more: { 'idempotency-key': 'bill' } }));
  const { id } = begun['billing_run'] as { id: number };
  await followJob(ada, (begun['job'] as { id: string }).id);
  await expectTold('post', asked, 200, { file });
  await expectTold('post', asked, 422, { file: '' });
  await expectTold('post', runs, 400, { file });
  await expectTold('get', `${runs}?page=1&by_state=needs_review&q=2026-03&sort=-month`, 200);
  const one = `${runs}/${id}`;
  const read = dataOf(await expectTold('get', one, 200));
  const [kept] = read['files'] as { id: string }[];
  await expectTold('get', `${one}/files/${kept?.id}`, 200);
  await expectTold('get', `${one}/files/none`, 404);
  await expectTold('get', `${one}/exceptions?page=1`, 200);
  const center = await factory.create(registry.get('cost_centers'), {
    active_at: '2020-01-01',
    expired_at: null,
  });
  const place = { identifier: 'replayed', cost_center_id: center.id };
  await expectTold('post', `${one}/assign`, 422, { body: { ...place, cost_center_id: 999_999_999 } });
  const more = { 'idempotency-key': 'assigned' };
  const placed = dataOf(await expectTold('post', `${one}/assign`, 202, { body: place, more }));
  await followJob(ada, (placed['job'] as { id: string }).id);
  await portal.db.query(`UPDATE billing_runs SET state = 'superseded' WHERE id = $1`, [id]);
  await expectTold('post', `${one}/assign`, 409, { body: { billing_run: place } });
  for (const list of ['postings?by_line=2', 'postings/1', 'postings.csv', 'lines?by_posting=1', 'exceptions'])
    await expectTold('get', `${one}/${list}`, 200);
  for (const list of ['pre_ap.xlsx', 'reconciliation']) await expectTold('get', `${one}/${list}`, 200);
  for (const lost of ['', '/postings', '/postings/1', '/postings.csv', '/lines', '/exceptions'])
    await expectTold('get', `${runs}/999999999${lost}`, 404);
  await expectTold('post', `${runs}/999999999/assign`, 404, { body: place });
  for (const name of ['azure', 'google']) {
    const path = `/api/cloud_bills/process_${name}_invoice`;
    await expectTold('post', path, 202, { body: { data: btoa(name) }, more: { 'idempotency-key': name } });
    await expectTold('post', path, 422, { body: { cloud_bill: {} } });
  }
});

it('reports, jobs and mails answer as it is told', async () => {
  const asked = dataOf(
    await expectTold('post', '/api/cost_centers/send_report', 202, {
      body: { email: true },
      more: { 'idempotency-key': 'r' },
    }),
  );
  await expectTold('post', '/api/cost_centers/send_report', 422, { body: { send_to: 'nobody' } });
  const { id } = asked['job'] as { id: string };
  const ada = await portal.signIn({ email: 'ada@example.com' });
  const { result } = await followJob(ada, id);
  await expectTold('get', `/api/jobs/${id}`, 200);
  await expectTold('get', '/api/jobs/none', 404);
  await expectTold('get', '/api/jobs?per_page=1&by_state=done', 200);
  await expectTold('get', '/api/jobs?by_state=lost', 400);
  await expectTold('post', `/api/jobs/${id}/retry`, 409);
  await portal.db.query(`UPDATE jobs SET state = 'failed' WHERE id = $1`, [id]);
  await expectTold('post', `/api/jobs/${id}/retry`, 202, { more: { 'idempotency-key': 'again' } });
  await followJob(ada, id);
  const mail = `/api/outbox/${String(result?.['mail'])}`;
  await expectTold('get', '/api/outbox?page=1', 200);
  const read = dataOf(await expectTold('get', mail, 200));
  const [file] = read['attachments'] as { id: string }[];
  await expectTold('get', `${mail}/attachments/${file?.id}`, 200);
  await expectTold('get', `${mail}/attachments/none`, 404);
  await expectTold('get', '/api/outbox/999999', 404);
  await expectTold('post', `${mail}/send_again`, 409);
  // The stream itself has no end; its own tests read it.
  await expectTold('get', '/api/events', 406);
  await expectTold('get', '/api/reports', 200);
});

/** Reports of which nothing need be said. */
const simpleReports = reports.filter(({ fields = {} }) => !Object.values(fields).some(isDemanded));

it.each(simpleReports.map((report) => [report.path, report] as const))(
  'the report at %s answers as it is told',
  async (_path, { path, wrapper, address }) => {
    await expectTold('post', `/api${path}`, 202, { body: { [wrapper]: {} } });
    await expectTold('post', `/api${path}`, 422, { body: { [address ?? 'nothing']: 'nobody' } });
    if (address === null) await expectTold('post', `/api${path}`, 200, { body: { dry_run: true } });
  },
);

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

it('sessions, signing in and the description itself answer as it is told', async () => {
  await expectTold('get', '/api/auth/validate_token', 200);
  await expectTold('get', '/api/auth/validate_token', 401, { as: {} });
  const { data } = (await expectTold('get', '/api/auth/sessions', 200)) as { data: { id: string }[] };
  await expectTold('delete', '/api/auth/sessions/none', 404);
  await expectTold('get', '/api/auth/saml?to=/auth', 302, { as: {} });
  await expectTold('get', '/api/auth/saml/metadata', 200, { as: {} });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const refused = await fetch(`${portal.url}/api/auth/saml/callback`, {
    method: 'POST',
    body: 'SAMLResponse=x',
    headers: form,
  });
  const { operationId, responses } = toldOf('post', '/api/auth/saml/callback');
  replayed.set(operationId, new Set([refused.status]));
  expect(Object.keys(responses)).toContain(String(refused.status));
  await expectTold('get', '/api/docs', 200, { as: {} });
  const whole = (await (await fetch(`${portal.url}/api/openapi.json`)).json()) as Json;
  expect(whole['openapi']).toBe('3.1.0');
  replayed.set(toldOf('get', '/api/openapi.json').operationId, new Set([200]));
  const other = await portal.signIn({ email: 'ada@example.com' });
  const others = (await other.get<{ id: string; current: boolean }[]>('/auth/sessions')).body.data;
  await expectTold('delete', `/api/auth/sessions/${others.find(({ current }) => current)?.id}`, 200);
  expect(data.length).toBeGreaterThan(0);
  const leaving = await createSession(portal.db, { email: 'ada@example.com', name: null, roles: [] });
  await expectTold('delete', '/api/auth/sign_out', 200, { as: { ...leaving } });
});

it('roles, API tokens and the end of all other sessions answer as it is told', async () => {
  await expectTold('get', '/api/auth/roles', 200);
  const body = { name: 'replayed', role: 'viewer', days: '7' };
  const made = dataOf(await expectTold('post', '/api/auth/tokens', 201, { body: { api_token: body } }));
  await expectTold('post', '/api/auth/tokens', 409, { body });
  await expectTold('post', '/api/auth/tokens', 422, { body: {} });
  await expectTold('get', '/api/auth/tokens?by_email=ada@example.com&q=replayed', 200);
  await expectTold('delete', `/api/auth/tokens/${made.id}`, 200);
  await expectTold('delete', `/api/auth/tokens/${made.id}`, 404);
  const leaving = { email: 'leaves.others@example.com', name: null, roles: [] };
  const sessions = [await createSession(portal.db, leaving), await createSession(portal.db, leaving)];
  await expectTold('delete', '/api/auth/sessions', 200, { as: { ...sessions[0] } });
  await expectTold('delete', '/api/auth/sessions?by_email=leaves.others@example.com', 200);
});

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
  expect(told.map(({ operationId }) => operationId).filter((id) => !replayed.has(id))).toEqual([]);
});
