import { it } from 'vitest';
import { cloudParents } from '#resources/cloud-parents.ts';
import { registry } from '#resources/registry.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { Factory } from '#tests/support/factories.ts';
import { inDays } from '#tests/support/factory/leases.ts';
import type { Replayed } from '#tests/support/replay.ts';

const OWNER = 'lease.replayed@example.com';

/** What is answered of the leases of accounts, to the desk and to owners. */
export function replayLeases({ portal, replay: { expectTold } }: Pick<Replayed, 'portal' | 'replay'>): void {
  it('leases of accounts answer as they are told', async () => {
    const factory = new Factory(await portal.signIn(), registry, portal.db);
    await portal.db.query(
      `INSERT INTO cloud_contacts (email, name, terminated) VALUES ($1, 'Borrower', false)`,
      [OWNER],
    );
    const as = { ...(await createSession(portal.db, { email: OWNER, name: null, roles: ['owner'] })) };
    const parent = await factory.create(cloudParents, {
      provider_type: 'AwsCloudParent',
      // Other replays have accounts of other names.
      identifier: '640000000001',
      managed: true,
      terminated: false,
      cloud_contact_email: OWNER,
    });
    const lease = `/api/cloud_parents/${parent.id}/lease`;
    const nowhere = '/api/cloud_parents/999999/lease';
    const reason = 'A sandbox.';
    const terms = { ends_on: inDays(10), reason, limit_amount: '500', limit_currency: 'EUR' };
    const longer = { ends_on: inDays(12), reason };
    await expectTold('get', lease, 200);
    await expectTold('get', nowhere, 404);
    await expectTold('post', `${lease}/extension`, 409, { body: longer });
    await expectTold('post', `${lease}/removal`, 409, { body: { reason } });
    await expectTold('put', nowhere, 404, { body: terms });
    await expectTold('put', lease, 422, { body: {} });
    await expectTold('put', lease, 200, { body: terms });
    await expectTold('put', lease, 409, { body: { ...terms, lock_version: 99 } });
    await expectTold('get', lease, 200);
    await expectTold('get', '/api/account_leases?by_state=due&q=&page=1&per_page=5', 200);
    await expectTold('post', `${lease}/extension`, 200, { body: longer });
    await expectTold('post', `${lease}/extension`, 422, { body: longer });
    await expectTold('post', `${nowhere}/extension`, 404, { body: longer });
    await expectTold('get', '/api/my_cloud/leases', 200, { as });
    const mine = `/api/my_cloud/leases/${parent.id}/extension`;
    await expectTold('post', mine, 200, { as, body: { ends_on: inDays(13), reason } });
    await expectTold('post', mine, 422, { as, body: { ends_on: inDays(500), reason } });
    await expectTold('post', mine, 409, { as, body: { ends_on: inDays(14), reason, release: true } });
    await expectTold('post', '/api/my_cloud/leases/999999/extension', 404, { as, body: longer });
    await expectTold('post', `${nowhere}/removal`, 404, { body: { reason } });
    await expectTold('post', `${lease}/removal`, 422, { body: {} });
    await expectTold('post', `${lease}/removal`, 200, { body: { reason } });
  });
}
