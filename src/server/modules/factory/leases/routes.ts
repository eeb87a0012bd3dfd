import type { PoolClient } from 'pg';
import {
  extendLease as extendCall,
  extendMyLease,
  listLeases,
  listMyLeases,
  MOST_MY_LEASES,
  readLease,
  removeLease as removeCall,
  setLease as setCall,
  type AccountLease,
} from '#calls/account-leases.ts';
import { notFound } from '#kernel/errors.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { refuseOtherMethods, refuseOthersThan } from '#server/engine/other-methods.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, servePrepared, serveWhole } from '#server/platform/http/serve.ts';
import { checkDeed } from '../life/preview.ts';
import { readAccount } from '../life/store.ts';
import type { ServedFactory } from '../parts.ts';
import { extendLease, leaseDay, removeLease, setLease, type GivenExtension } from './change.ts';
import { presentLeases } from './present.ts';
import { leasesOf, listStored, readLeaseOf } from './store.ts';

/** The calls that read, set, extend and remove leases. */
export function leaseRoutes(door: Door, parts: ServedFactory): void {
  const { db, queue, deployments } = parts;
  const wake = () => deployments.wake();
  serveWhole(door, listLeases, async ({ query: { by_state: state, q, page, per_page } }) => {
    const day = leaseDay();
    const { rows, total } = await listStored(db, { day, state, q, page, per_page });
    return { data: await presentLeases(db, parts, rows, day), meta: { total, page, per_page } };
  });
  serve(door, readLease, async ({ params: { id } }) => {
    await readAccount(db, id);
    const stored = await readLeaseOf(db, id);
    const [lease = null] = await presentLeases(db, parts, stored ? [stored] : [], leaseDay());
    return { lease };
  });
  servePrepared(
    door,
    setCall,
    async ({ params: { id }, body, actor, request }) => {
      const who = requesterOf(request, actor);
      await queue.ready();
      return async (tx) => ({ lease: await setLease(tx, parts, id, body, who) });
    },
    wake,
  );
  servePrepared(
    door,
    extendCall,
    ({ params: { id }, body, actor, request }) => extending(parts, id, body, requesterOf(request, actor)),
    wake,
  );
  servePrepared(
    door,
    removeCall,
    async ({ params: { id }, body: { reason }, actor, request }) => {
      const who = requesterOf(request, actor);
      await queue.ready();
      return async (tx) => {
        await removeLease(tx, parts, id, reason, who);
        return { lease: null };
      };
    },
    wake,
  );
  refuseOthersThan(door.scope, [listLeases, extendCall, removeCall]);
  refuseOtherMethods(door.scope, `/api${readLease.path}`, ['GET', 'PUT']);
}

/** The calls by which owners see until when their accounts are lent, and extend that. */
export function myLeaseRoutes(door: Door, parts: ServedFactory): void {
  const { db, services, deployments } = parts;
  const mine = services.owned(cloudParents)('p', '$1');
  serve(door, listMyLeases, async ({ actor: { email } }) =>
    presentLeases(db, parts, await leasesOf(db, { mine, email, most: MOST_MY_LEASES }), leaseDay()),
  );
  servePrepared(
    door,
    extendMyLease,
    async ({ params: { id }, body, actor, request }) => {
      const { rowCount } = await db.query({
        text: `SELECT FROM cloud_parents p WHERE p.id = $2 AND ${mine}`,
        values: [actor.email, id],
      });
      // Whether there is such an account is nothing that they see either.
      if (rowCount === 0) throw notFound(`${cloudParents.label[0]} ${id}`);
      return extending(parts, id, body, requesterOf(request, actor));
    },
    () => deployments.wake(),
  );
  refuseOthersThan(door.scope, [listMyLeases, extendMyLease]);
}

/** Prepares an extension: where the account is to be released, its cloud is called before anything is locked. */
async function extending(
  parts: ServedFactory,
  id: number,
  given: Omit<GivenExtension, 'problems'>,
  who: Who,
): Promise<(tx: PoolClient) => Promise<{ lease: AccountLease }>> {
  const account = await readAccount(parts.db, id);
  const { problems } = given.release ? await checkDeed(parts, account, 'release') : { problems: [] };
  await parts.queue.ready();
  return async (tx) => ({ lease: await extendLease(tx, parts, id, { ...given, problems }, who) });
}
