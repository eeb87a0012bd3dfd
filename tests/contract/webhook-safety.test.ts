import { describe, expect, it } from 'vitest';
import { withPortal } from '#tests/support/portal.ts';
import { expectTaken, HOOKS_ON_LOOPBACK, webhooksOf } from '#tests/support/webhooks.ts';

const portal = withPortal(HOOKS_ON_LOOPBACK);
const { hook, logOf } = webhooksOf(portal);

describe('where webhooks may lead', () => {
  it.each([
    'http://hooks.example.com/a',
    'https://10.0.0.7/a',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:169.254.169.254]/',
    'https://2852039166/',
    'https://ada:word@hooks.example.com/',
    'ftp://hooks.example.com/',
    'nonsense',
  ])('%s is refused at the field, when it is made and when it is changed', async (url) => {
    const refused = await portal.api.post('/webhooks', { name: 'Elsewhere', url, events: ['*'] });
    expect([refused.status, refused.body.errors.map(({ field }) => field)]).toEqual([422, ['url']]);
    const { webhook } = await hook(['companies.*']);
    const changed = await portal.api.put(`/webhooks/${webhook.id}`, { url });
    expect([changed.status, changed.body.errors.map(({ field }) => field)]).toEqual([422, ['url']]);
  });

  it('an address that must not be called is refused when it is called, whatever is written', async () => {
    const hooked = await hook(['companies.*']);
    const { url } = hooked.receiver;
    // As if the name had led elsewhere when it was written.
    await portal.db.query('UPDATE webhooks SET url = $2 WHERE id = $1', [
      hooked.webhook.id,
      url.replace('http://127.0.0.1', 'https://127.0.0.2'),
    ]);
    await portal.api.post(`/webhooks/${hooked.webhook.id}/send_test`);
    await expect
      .poll(async () => (await logOf(hooked))[0]?.error, { timeout: 60_000 })
      .toContain('leads into a network that is not public');
    expect(hooked.receiver.taken).toEqual([]);
  });

  it('events that there are not are refused at their field', async () => {
    const body = { name: 'Events', url: 'https://hooks.example.com/', events: ['starships.*'] };
    const { status, body: answer } = await portal.api.post('/webhooks', body);
    expect([status, answer.errors.map(({ field }) => field)]).toEqual([422, ['events']]);
  });
});

describe('the secret of a webhook', () => {
  it('is told once, and stands in no other answer, history, file, log or table', async () => {
    const hooked = await hook(['*']);
    const { secret, webhook } = hooked;
    await portal.api.post(`/webhooks/${webhook.id}/send_test`);
    await expectTaken(hooked, 1);
    const key = secret.replace('whsec_', '');
    const told = await Promise.all(
      [
        '/webhooks',
        `/webhooks/${webhook.id}`,
        `/webhooks/${webhook.id}/history`,
        '/webhooks.csv',
        '/webhook_deliveries',
        '/activity',
      ].map(async (path) => (await portal.api.get(path)).text),
    );
    const { rows } = await portal.db.query<{ kept: string }>(
      `SELECT (SELECT json_agg(w)::text FROM webhooks w) || (SELECT json_agg(d)::text FROM webhook_deliveries d)
         || (SELECT json_agg(h)::text FROM record_history h)
         || coalesce((SELECT json_agg(k)::text FROM idempotency_keys k), '') AS kept`,
    );
    for (const text of [...told, rows[0]?.kept ?? '', portal.log(), hooked.receiver.taken[0]?.text ?? ''])
      expect(text).not.toContain(key);
    expect(told[2]).toContain('••••••');
  });

  it('cannot be set by anybody', async () => {
    const body = {
      name: 'Own secret',
      url: 'https://hooks.example.com/',
      events: ['*'],
      secret: 'whsec_MTIz',
    };
    const { status, body: answer } = await portal.api.post('/webhooks', body);
    expect([status, answer.errors.map(({ field }) => field)]).toEqual([422, ['secret']]);
  });

  it('that went with a deleted webhook is to be made anew, which the log says', async () => {
    const hooked = await hook(['companies.*']);
    await portal.api.delete(`/webhooks/${hooked.webhook.id}`);
    expect((await portal.api.post(`/webhooks/${hooked.webhook.id}/restore`)).status).toBe(200);
    expect((await portal.api.put(`/webhooks/${hooked.webhook.id}`, { active: true })).status).toBe(200);
    await portal.api.post(`/webhooks/${hooked.webhook.id}/send_test`);
    await expect
      .poll(async () => (await logOf(hooked))[0]?.error, { timeout: 60_000 })
      .toContain('Make a new one');
    expect(hooked.receiver.taken).toEqual([]);
  });
});
