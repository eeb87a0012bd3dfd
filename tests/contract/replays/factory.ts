import { expect, it } from 'vitest';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { registry } from '#resources/registry.ts';
import { requestTemplates } from '#resources/request-templates.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { sheetBody } from '#tests/support/factory/sheets.ts';
import { fillEstate, factoryDesk } from '#tests/support/factory/desk.ts';
import { testClouds } from '#tests/support/factory/clouds.ts';
import { Factory } from '#tests/support/factories.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

/** What is answered of the clouds, of requests for accounts, and of what is done with deployments. */
export function replayFactory({ portal, replay }: Pick<Replayed, 'portal' | 'replay'>): void {
  const { expectTold } = replay;

  it.each(testClouds)('requests for $kind answer as it is told', async (cloud) => {
    if (cloud.cloud === 'aws') await fillEstate(portal.db);
    const desk = factoryDesk(await portal.signIn({ email: 'ada@example.com' }));
    const path = `/api${cloud.path}`;
    const body = await desk.body(cloud, `replayed-${cloud.cloud}`);
    await expectTold('post', path, 200, { body: { ...body, dry_run: true } });
    await expectTold('post', path, 422, { body: { ...body, owner_tag: 'nobody', ownerTag: 'nobody' } });
    const made = await expectTold('post', path, 202, { body, more: { 'idempotency-key': cloud.kind } });
    const { id } = dataOf(made)['cloud_deployment'] as { id: number };
    await expectTold('post', path, 409, { body });
    await expectTold('get', `/api/cloud_deployments/${id}/request_copy`, 200);
    expect((await desk.over(id)).state).toBe('done');
  });

  it('the life of an account, and who agrees that it ends, answer as it is told', async () => {
    const factory = new Factory(await portal.signIn(), registry, portal.db);
    const owner = 'owner.replayed@example.com';
    await portal.db.query(
      `INSERT INTO cloud_contacts (email, name, terminated) VALUES ($1, 'Owner', false) ON CONFLICT DO NOTHING`,
      [owner],
    );
    const parent = await factory.create(cloudParents, {
      provider_type: 'AwsCloudParent',
      managed: true,
      terminated: false,
      cloud_contact_email: owner,
    });
    const life = `/api/cloud_parents/${parent.id}/life`;
    const reason = { reason: 'Nobody needs it.' };
    await expectTold('get', life, 200);
    await expectTold('get', '/api/cloud_parents/999999/life', 404);
    await expectTold('post', `${life}/close`, 200, { body: { dry_run: true } });
    await expectTold('post', `${life}/close`, 422, { body: {} });
    await expectTold('post', `${life}/release`, 409, { body: reason });
    await expectTold('post', '/api/cloud_parents/999999/life/close', 404, { body: reason });
    const adoption = `/api/cloud_parents/${parent.id}/adoption`;
    await expectTold('post', adoption, 200, { body: { dry_run: true } });
    await expectTold('post', adoption, 422, { body: {} });
    await expectTold('post', adoption, 409, { body: { ...reason, cost_center: 'none of these' } });
    await expectTold('post', '/api/cloud_parents/999999/adoption', 404, { body: reason });
    const many = '/api/request_batches/adoption';
    await expectTold('post', many, 200, { body: { ids: [parent.id], dry_run: true } });
    await expectTold('post', many, 422, { body: { ids: [parent.id] } });
    await expectTold('post', many, 422, { body: { ...reason, ids: [parent.id] } });
    await expectTold('post', many, 422, { body: { ...reason, ids: 'all of them' } });
    const asked = await expectTold('post', `${life}/close`, 202, {
      body: reason,
      more: { 'idempotency-key': 'close-it' },
    });
    await expectTold('post', `${life}/freeze`, 409, { body: reason });
    const { id } = dataOf(asked)['cloud_deployment'] as { id: number };
    const as = { ...(await createSession(portal.db, { email: owner, name: null, roles: ['owner'] })) };
    const closure = `/api/my_cloud/closures/${id}`;
    await expectTold('get', '/api/my_cloud/closures', 200, { as });
    await expectTold('post', closure, 422, { body: { agrees: false }, as });
    await expectTold('post', closure, 404, { body: { agrees: true } });
    await expectTold('post', closure, 200, { body: { agrees: true }, as });
    await expectTold('post', closure, 200, { body: { agrees: false, reason: 'After all not.' }, as });
    await expectTold('post', closure, 409, { body: { agrees: true }, as });
  });

  it('the clouds, and what is done with deployments, answer as it is told', async () => {
    await expectTold('get', '/api/clouds', 200);
    await expectTold('get', '/api/azure-groups', 200);
    await expectTold('get', '/api/aws-regions', 200);
    await expectTold('get', '/api/charged?identifier=nobody', 200);
    await expectTold('get', '/api/charged', 400);
    const factory = new Factory(await portal.signIn(), registry, portal.db);
    const [aws] = testClouds;
    const make = async (state: string) => {
      const asked = {
        state,
        kind: 'aws_account',
        requested_by: 'somebody@example.com',
        name: `told ${state}`,
        // As one that may be approved.
        request: aws?.body(`told-${state.replaceAll('_', '-')}`),
      };
      return (await factory.create(cloudDeployments, asked)).id;
    };
    const at = (id: number, deed: string) => `/api/cloud_deployments/${id}/${deed}`;
    const reason = { reason: 'It is needed.' };
    const keyed = (key: string) => ({ more: { 'idempotency-key': key } });
    await expectTold('post', at(await make('waiting_approval'), 'cancel'), 202, keyed('cancel'));
    await expectTold('post', at(await make('waiting_approval'), 'decline'), 202, {
      body: reason,
      ...keyed('decline'),
    });
    const approved = await make('waiting_approval');
    await expectTold('post', at(approved, 'approve'), 422, { body: {} });
    await expectTold('post', at(approved, 'approve'), 202, { body: reason, ...keyed('approve') });
    await expectTold('post', at(await make('failed'), 'retry'), 202, keyed('retry'));
    const done = await make('done');
    for (const deed of ['cancel', 'retry']) await expectTold('post', at(done, deed), 409);
    for (const deed of ['approve', 'decline'])
      await expectTold('post', at(done, deed), 409, { body: reason });
    for (const model of ['cloud_deployments', 'cloud_parents'])
      await expectTold('get', `/api/${model}/999999/request_copy`, 404);
    const product = {
      kind: 'service_catalog_product',
      name: 'told product',
      requested_by: 'somebody@example.com',
    };
    const { id: deployed } = await factory.create(cloudDeployments, { ...product, state: 'done' });
    await expectTold('get', at(deployed, 'request_copy'), 409);
    const account = await factory.create(cloudParents, { provider_type: 'AwsCloudParent', managed: true });
    await expectTold('get', `/api/cloud_parents/${account.id}/request_copy`, 200);
    for (const deed of ['cancel', 'retry']) await expectTold('post', at(999_999, deed), 404);
    for (const deed of ['approve', 'decline'])
      await expectTold('post', at(999_999, deed), 404, { body: reason });
  });
  it('templates and batches of requests answer as they are told', async () => {
    const factory = new Factory(await portal.signIn(), registry, portal.db);
    const template = await factory.create(requestTemplates, { kind: 'aws_account' });
    await expectTold('get', `/api/request_templates/${template.id}/request_copy`, 200);
    await expectTold('get', '/api/request_templates/999999/request_copy', 404);

    const [aws] = testClouds;
    if (!aws) throw new Error('There is no cloud.');
    const batches = '/api/request_batches';
    const sheet = sheetBody(aws, [aws.body('told-row-1'), aws.body('told-row-2')]);
    await expectTold('get', `${batches}/worksheet?kind=aws_account&format=csv`, 200);
    await expectTold('get', `${batches}/worksheet?kind=none`, 400);
    await expectTold('post', batches, 200, { body: { ...sheet, dry_run: true } });
    await expectTold('post', batches, 422, { body: sheetBody(aws, [{ ...aws.body('told'), ou: 'moon' }]) });
    const { id } = dataOf(await expectTold('post', batches, 202, { body: { request_batch: sheet } }));
    await expectTold('post', batches, 422, { body: sheet });
    await expectTold('get', `${batches}?page=1&per_page=5`, 200);
    await expectTold('get', `${batches}/${id}`, 200);
    await expectTold('get', `${batches}/999999`, 404);

    // Some of it waits for somebody else.
    const waits = (name: string) =>
      factory.create(cloudDeployments, {
        name,
        kind: 'aws_account',
        state: 'waiting_approval',
        requested_by: 'ada@example.com',
        request: aws.body(name),
        batch: id,
      });
    const person = { email: 'second.factory@example.com', name: null, roles: [] };
    const second = { ...(await createSession(portal.db, person)) };
    const reason = { reason: 'It is needed.' };
    for (const deed of ['approve', 'decline']) {
      await expectTold('post', `${batches}/999999/${deed}`, 404, { body: reason });
      await expectTold('post', `${batches}/${id}/${deed}`, 422, { body: {} });
      await waits(`told-${deed}`);
      await expectTold('post', `${batches}/${id}/${deed}`, 403, { body: reason });
      await expectTold('post', `${batches}/${id}/${deed}`, 202, { body: reason, as: second });
    }
    await expectTold('post', `${batches}/${id}/decline`, 409, { body: reason, as: second });
  });
}
