import { expect, it } from 'vitest';
import type { Attestation, AttestationItem } from '#calls/attestation.ts';
import { Factory } from '#tests/support/factories.ts';
import { registry } from '#resources/registry.ts';
import { dataOf, type Replayed } from '#tests/support/replay.ts';

const OWNER = 'attested.replayed@example.com';

/** What is answered of campaigns that ask owners to confirm what is theirs. */
export function replayAttestation({ portal, replay: { expectTold } }: Replayed): void {
  it('campaigns, their answers and their links answer as it is told', async () => {
    const api = await portal.signIn();
    const factory = new Factory(api, registry, portal.db);
    await factory.create(registry.get('cloud_contacts'), { email: OWNER, terminated: false });
    for (const n of [1, 2, 3])
      await factory.create(registry.get('cloud_parents'), {
        identifier: `attested-${n}`,
        terminated: false,
        cloud_contact_email: OWNER,
      });
    const body = { name: 'Replayed', models: ['cloud_parents'], last_day: '2099-12-31', remind_days: [7] };
    await expectTold('post', '/api/attestations', 200, { body: { ...body, dry_run: true } });
    await expectTold('post', '/api/attestations', 422, { body: {} });
    const { id } = dataOf(
      await expectTold('post', '/api/attestations', 202, { body: { attestation: body } }),
    );
    await expectTold('post', '/api/attestations', 409, { body });
    await expectTold('get', '/api/attestations', 200);
    const path = `/api/attestations/${id}`;
    const read = async () => (await api.get<Attestation>(`/attestations/${id}`)).body.data;
    await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('open');
    await expectTold('get', path, 200);
    await expectTold('get', '/api/attestations/999999', 404);
    await expectTold('put', path, 200, { body: { last_day: '2099-12-30', remind_days: [1] } });
    await expectTold('put', path, 422, { body: { last_day: '2001-01-01' } });
    await expectTold('put', '/api/attestations/999999', 404, { body: {} });
    await expectTold('post', `${path}/remind`, 202);
    await expectTold('post', '/api/attestations/999999/remind', 404);
    const items = (await expectTold('get', `${path}/items?q=attested-&by_answer=All`, 200))[
      'data'
    ] as AttestationItem[];
    await expectTold('get', `${path}/items?by_answer=burnt`, 400);
    await expectTold('get', '/api/attestations/999999/items', 404);
    await expectTold('get', `${path}/items.csv`, 200);
    await expectTold('get', '/api/attestations/999999/items.csv', 404);

    const { rows } = await portal.db.query<{ text: string }>({
      text: 'SELECT body_text AS text FROM outbox WHERE recipient = $1 ORDER BY id LIMIT 1',
      values: [OWNER],
    });
    const link = `/api/attest?credential=${/\/attest\/(\S+)/.exec(rows[0]?.text ?? '')?.[1]}`;
    const [one, two, three] = items.map((item) => item.id);
    await expectTold('get', link, 200);
    await expectTold('get', '/api/attest?credential=none', 403);
    const answers = [
      { item: one, answer: 'handed_over', to_person: 'nobody.known@example.com' },
      { item: two, answer: 'given_up', reason: 'It is over.' },
    ];
    await expectTold('post', link, 200, { body: { answers } });
    await expectTold('post', link, 422, { body: {} });
    await expectTold('post', '/api/attest?credential=none', 403, { body: { remaining: 'confirmed' } });
    const finish = link.replace('/attest?', '/attest/finish?');
    await expectTold('post', finish, 409);
    await expectTold('post', '/api/attest/finish?credential=none', 403);

    const item = (which: number | undefined, does: string) => `${path}/items/${which}/${does}`;
    await expectTold('post', item(one, 'take_over'), 422);
    await expectTold('post', item(two, 'take_over'), 409);
    const heir = await factory.create(registry.get('cloud_contacts'), { terminated: false });
    await expectTold('post', item(one, 'take_over'), 200, { body: { to: heir['email'] } });
    await expectTold('post', item(999_999, 'take_over'), 404);
    await expectTold('post', item(two, 'settle'), 422, { body: { note: '' } });
    await expectTold('post', item(two, 'settle'), 200, { body: { note: 'It was closed.' } });
    await expectTold('post', item(three, 'settle'), 409, { body: { note: 'Nobody answered.' } });
    await expectTold('post', item(three, 'confirm'), 200);
    await expectTold('post', item(three, 'confirm'), 409);
    await expectTold('post', link, 409, { body: { answers } });
    await expectTold('post', finish, 200);
    await expectTold('get', '/api/my_cloud/attestation', 200);
    await expectTold('post', '/api/my_cloud/attestation', 422, { body: {} });
    await expectTold('post', '/api/my_cloud/attestation', 200, { body: { remaining: 'confirmed' } });
    await expectTold('post', `${path}/close`, 200);
    await expectTold('post', `${path}/close`, 409);
    await expectTold('post', `${path}/remind`, 409);
    await expectTold('put', path, 409, { body: { remind_days: [] } });
  });
}
