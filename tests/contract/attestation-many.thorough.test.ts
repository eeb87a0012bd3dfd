import { expect, it } from 'vitest';
import { attestationDesk } from '#tests/support/attestation.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({ TRUST_PROXY: 'true' });
const desk = attestationDesk(portal);
const OWNERS = 2000;
const PATIENCE = { timeout: 120_000, interval: 5 };

const one = async (sql: string): Promise<number> =>
  (await portal.db.query<{ value: number }>(`SELECT (${sql})::integer AS value`)).rows[0]?.value ?? -1;

it('two thousand owners get one mail each, though the connection that writes them is cut in the middle', async () => {
  await portal.db.query(
    `INSERT INTO cloud_contacts (name, email, terminated)
     SELECT 'Owner ' || n, 'owner.' || n || '@example.com', false FROM generate_series(1, $1::integer) n`,
    [OWNERS],
  );
  await portal.db.query(
    `INSERT INTO cloud_parents (identifier, provider_type, terminated, managed, cloud_contact_email)
     SELECT 'many-' || n, 'AwsCloudParent', false, true, 'owner.' || (n % $1::integer + 1) || '@example.com'
     FROM generate_series(1, 3 * $1::integer) n`,
    [OWNERS],
  );
  const body = { name: 'Many', models: ['cloud_parents'], last_day: '2099-12-31' };
  const { id } = (await portal.api.post('/attestations', body)).body.data;
  // Its mails are being written by the only connection that writes any.
  const cut = () =>
    one(`SELECT count(*) FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND state <> 'idle' AND query LIKE 'INSERT INTO outbox %') cut`);
  await expect.poll(cut, PATIENCE).toBe(1);
  expect(await one('SELECT count(*) FROM outbox')).toBe(0);
  await expect.poll(async () => (await desk.read(portal.api, id)).state, PATIENCE).toBe('open');
  expect(await one('SELECT max(attempts) FROM jobs')).toBe(2);
  expect(await one('SELECT count(*) FROM outbox')).toBe(OWNERS);
  expect(await one('SELECT count(DISTINCT recipient) FROM outbox')).toBe(OWNERS);
  expect(await one('SELECT count(*) FROM attestation_links')).toBe(OWNERS);
  expect(await one('SELECT count(*) FROM attestation_items')).toBe(3 * OWNERS);
  expect(await desk.linked(await desk.credentialOf('owner.77@example.com'))).toMatchObject({
    name: 'Owner 77',
    waiting: 3,
    total: 3,
  });
});
