import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestPreview } from '#calls/factory.ts';
import { addBaseline, sendAnswer, wantedBy } from '#tests/support/factory/baselines.ts';
import { testClouds } from '#tests/support/factory/clouds.ts';
import { hasty, withFactory } from '#tests/support/factory/portal.ts';
import { isSignedWith, startHookReceiver, type HookReceiver } from '#tests/support/hook-receiver.ts';
import { HOOKS_ON_LOOPBACK } from '#tests/support/webhooks.ts';

const cloud = testClouds.find((one) => one.cloud === 'gcp');
if (!cloud) throw new Error('There is no cloud.');
const [viewer] = cloud.access;
const portal = withFactory(cloud, hasty, HOOKS_ON_LOOPBACK);

let receiver: HookReceiver;
let secret = '';
let webhook = 0;
beforeAll(async () => {
  receiver = await startHookReceiver();
  const { body } = await portal.api.post('/webhooks', {
    name: 'Network Team',
    url: receiver.url,
    events: ['budget.*'],
  });
  webhook = body.data.id;
  const made = await portal.api.post<{ secret: string }>(`/webhooks/${webhook}/new_secret`);
  secret = made.body.data.secret;
  return () => receiver.close();
});

/** Asks for an account, and waits until the webhook was told of it; answers what it was told. */
async function asked(name: string, more: Record<string, string>) {
  const before = receiver.taken.length;
  const { id } = await portal.desk.ask(cloud as NonNullable<typeof cloud>, name, more);
  await expect.poll(() => receiver.taken.length, { timeout: 60_000 }).toBe(before + 1);
  const told = receiver.taken.at(-1);
  if (!told) throw new Error('It was not told.');
  return { id, told, wanted: wantedBy(told) };
}

const stepOf = async (id: number, name: string) =>
  (await portal.desk.read(id)).steps.find((one) => one.name === name);

const plan = async (more: Record<string, unknown>) => {
  const body = await portal.desk.body(cloud, 'planned-baseline');
  const { text } = await portal.api.post(cloud.path, { ...body, ...more, dry_run: true });
  return (JSON.parse(text) as RequestPreview).data;
};

describe('an account with a baseline', () => {
  it('is planned with its steps, gives access to its groups, and is done once the webhook has answered', async () => {
    const more = await addBaseline(portal.db, cloud, { access: [viewer], webhook: 'network team' });
    const { plan: planned, errors } = await plan(more);
    expect(errors).toEqual([]);
    expect(planned?.settings.at(-1)).toEqual({
      label: 'Baseline',
      value: `${viewer}; waits up to 24 hours for Network Team`,
    });
    expect(planned?.steps.slice(-2)).toEqual([`Give ${viewer}`, "Wait for the answer of 'Network Team'"]);

    const { id, told, wanted } = await asked('answered-baseline', more);
    expect(isSignedWith(secret, told)).toBe(true);
    expect(told.body).toMatchObject({
      type: 'cloud_request.answer_wanted',
      data: { id, name: 'answered-baseline', made: { project_id: 'answered-baseline' } },
    });
    expect(await portal.desk.read(id)).toMatchObject({ state: 'waiting_provider' });
    // Whatever becomes of the template meanwhile.
    await portal.db.query('DELETE FROM request_templates');
    const body = '{"outcome":"done","note":"10.20.0.0/16 is attached"}';
    expect((await sendAnswer(secret, wanted, { body })).status).toBe(200);
    expect(await portal.desk.over(id)).toMatchObject({ state: 'done', error: null });
    expect(portal.simulator.access?.('answered-baseline')).toEqual([viewer]);
    expect(await stepOf(id, 'baseline_webhook')).toMatchObject({
      state: 'done',
      note: "'Network Team' has answered: 10.20.0.0/16 is attached",
    });
  });

  it('goes on without what is no part of it where the answer says no, and Retry asks again', async () => {
    const more = await addBaseline(portal.db, cloud, { webhook: 'Network Team' });
    const { id, wanted } = await asked('left-out', more);
    await sendAnswer(secret, wanted, { body: '{"outcome":"failed","note":"No address is free"}' });
    expect(await portal.desk.over(id)).toMatchObject({ state: 'done' });
    expect(await stepOf(id, 'baseline_webhook')).toMatchObject({
      state: 'skipped',
      note: "'Network Team' answers that it failed: No address is free. Mend that there; Retry asks it again.",
    });
    expect((await portal.desk.does(id, 'retry')).status).toBe(202);
    await expect.poll(() => receiver.taken.at(-1)?.body.data['id']).toBe(id);
    await expect.poll(() => wantedBy(receiver.taken.at(-1)!).id).not.toBe(wanted.id);
    await sendAnswer(secret, wantedBy(receiver.taken.at(-1)!));
    await expect.poll(async () => (await stepOf(id, 'baseline_webhook'))?.state).toBe('done');
    expect((await portal.desk.over(id)).state).toBe('done');
    expect((await portal.desk.does(id, 'retry')).status).toBe(409);
  });

  it('fails without what is required where nobody answers in time, and Retry asks again', async () => {
    const more = await addBaseline(portal.db, cloud, { webhook: 'Network Team', required: true });
    const { id, wanted } = await asked('answered-late', more);
    await portal.db.query('UPDATE webhook_questions SET answer_by = now() WHERE deployment_id = $1', [id]);
    const failed = await portal.desk.over(id);
    expect(failed).toMatchObject({
      state: 'failed',
      error:
        "'Network Team' did not answer within 24 hours. See its deliveries under Webhooks; Retry asks it again.",
    });
    expect((await sendAnswer(secret, wanted)).status).toBe(409);
    const before = receiver.taken.length;
    expect((await portal.desk.does(id, 'retry')).status).toBe(202);
    await expect.poll(() => receiver.taken.length).toBe(before + 1);
    await sendAnswer(secret, wantedBy(receiver.taken.at(-1)!));
    expect(await portal.desk.over(id)).toMatchObject({ state: 'done', error: null });
  });
});

describe('an answer', () => {
  it('counts once, for the question that it names, and only as somebody with the secret signed it a moment ago', async () => {
    const more = await addBaseline(portal.db, cloud, { webhook: 'Network Team' });
    const { id, told, wanted } = await asked('attacked', more);
    const now = Math.floor(Date.now() / 1000);
    const wrong = [
      await sendAnswer('whsec_QW5vdGhlciBzZWNyZXQ=', wanted),
      await sendAnswer(secret, wanted, { sent: '{"outcome":"failed"}' }),
      await sendAnswer(secret, wanted, { id: told.id }),
      await sendAnswer(secret, wanted, { at: now - 400 }),
      await sendAnswer(secret, wanted, { at: now + 400 }),
      await sendAnswer(secret, { ...wanted, url: wanted.url.replace(wanted.id, 'ans_none') }),
      await sendAnswer(secret, wanted, { signature: '' }),
      // What the portal itself has signed, sent back.
      await sendAnswer(secret, wanted, {
        id: told.id,
        at: Number(told.headers['webhook-timestamp']),
        body: told.text,
        signature: String(told.headers['webhook-signature']),
      }),
    ];
    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 403));
    expect(new Set(wrong.map(({ text }) => (JSON.parse(text) as { error: string }).error)).size).toBe(1);
    expect((await sendAnswer(secret, wanted, { body: '{"outcome":"maybe"}' })).status).toBe(422);
    expect((await sendAnswer(secret, wanted, { body: `{"outcome":"${'x'.repeat(20_000)}"}` })).status).toBe(
      413,
    );
    expect(await stepOf(id, 'baseline_webhook')).toMatchObject({ state: 'running' });

    const answers = await Promise.all([1, 2, 3].map(() => sendAnswer(secret, wanted)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await sendAnswer(secret, wanted, { body: '{"outcome":"failed"}' })).status).toBe(409);
    expect((await portal.desk.over(id)).state).toBe('done');
    expect((await stepOf(id, 'baseline_webhook'))?.state).toBe('done');
  });
});

describe('a request is refused', () => {
  it.each([
    ['of another kind', { kind: 'aws_account', access: [viewer] }, /is not one for GCP Projects\.$/],
    ['without a baseline', {}, /brings no baseline/],
    [
      'with a webhook that is not there',
      { webhook: 'Nobody' },
      /waits for the webhook 'Nobody', which is not there/,
    ],
    ['with what says no access', { access: ['viewer'] }, /'viewer' says no access/],
    [
      'with what is no group',
      { access: ['roles/viewer for nobody'] },
      /'nobody' is not the address of a group/,
    ],
    ['with what is no role', { access: ['Viewer for a@example.com'] }, /'Viewer' is no role of Google Cloud/],
  ])('that names a template %s', async (_what, declared, message) => {
    const more = await addBaseline(portal.db, cloud, declared);
    expect((await plan(more)).errors).toEqual([
      { field: cloud.baseline, message: expect.stringMatching(message) },
    ]);
  });

  it('that brings a baseline of its own', async () => {
    const body = await portal.desk.body(cloud, 'own-baseline');
    const { status } = await portal.api.post(cloud.path, { ...body, baseline: { access: [] } });
    expect(status).toBe(422);
  });
});

it('a webhook that is switched off, or has no secret, is not waited for', async () => {
  const more = await addBaseline(portal.db, cloud, { webhook: 'Network Team' });
  await portal.api.put(`/webhooks/${webhook}`, { active: false });
  const { id } = await portal.desk.ask(cloud, 'switched-off', more);
  await portal.desk.over(id);
  expect(await stepOf(id, 'baseline_webhook')).toMatchObject({
    state: 'skipped',
    note: "The webhook 'Network Team' is switched off. Switch it on, then retry.",
  });
});
