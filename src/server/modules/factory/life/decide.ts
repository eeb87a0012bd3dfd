import type { PoolClient } from 'pg';
import { answerClosure, listMyClosures } from '#calls/account-life.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { deedKinds, deedOf, type AccountDeed } from '#resources/account-life.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, servePrepared } from '#server/platform/http/serve.ts';
import { mailDecision } from '../approval-mails.ts';
import { holdDeployment, type DeploymentRow } from '../ledger/rows.ts';
import type { Demand, ServedFactory } from '../parts.ts';
import { agreementOf, closuresOf, keepAgreement } from './agreements.ts';
import { adoptedIn, checkAdoption } from './adoption.ts';
import { checkMany } from './check-many.ts';
import { checkDeed } from './preview.ts';
import { againstIt, holdAccount, readAccounts } from './store.ts';

/** Whether a deployment that waits for approval still waits for the owner of its account once the desk has decided. */
export async function waitsForOwner(tx: PoolClient, { id }: Pick<DeploymentRow, 'id'>): Promise<boolean> {
  const agreement = await agreementOf(tx, id);
  return agreement !== null && agreement.agreed_at === null;
}

/** A deployment about an account, as far as it is looked at before somebody decides. */
type Asked = Pick<DeploymentRow, 'id' | 'kind' | 'request'>;

/** Looks once more, before somebody decides, whether something may be done with an account; its cloud is called here. */
export async function checkDeedAgain(
  parts: Pick<ServedFactory, 'db' | 'clouds'>,
  { kind, request }: Pick<Asked, 'kind' | 'request'>,
): Promise<Demand> {
  const deed = deedOf(kind);
  const id = Number(request['cloud_parent_id']);
  const [account] = await readAccounts(parts.db, [id]);
  if (!deed || !account) return async () => {};
  const { problems } =
    deed === 'adopt'
      ? await checkAdoption(parts, account, adoptedIn(request))
      : await checkDeed(parts, account, deed);
  return demandOf(id, deed, problems);
}

/** The same for several adoptions, by deployment: their clouds are asked about some of them only. */
export async function checkAdoptionsAgain(
  parts: Pick<ServedFactory, 'db' | 'clouds'>,
  rows: readonly Asked[],
): Promise<Map<number, Demand>> {
  const accounts = await readAccounts(
    parts.db,
    rows.map(({ request }) => Number(request['cloud_parent_id'])),
  );
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const wanted = rows.flatMap(({ id, request }) => {
    const account = byId.get(Number(request['cloud_parent_id']));
    return account ? [{ account, given: adoptedIn(request), own: id }] : [];
  });
  const held = await checkMany(parts, wanted);
  return new Map(
    held.map(({ account, checked }, at) => [
      wanted[at]?.own ?? 0,
      demandOf(account.id, 'adopt', checked.problems),
    ]),
  );
}

/** Refuses in the transaction of the decision what stands against it by then, or did when it was looked at. */
const demandOf =
  (id: number, deed: AccountDeed, problems: readonly string[]): Demand =>
  async (tx) => {
    const problem = againstIt(await holdAccount(tx, id), deed) ?? problems[0];
    if (problem !== undefined) throw conflict(`${problem} It cannot be approved like this: decline it.`);
  };

/** The calls by which owners agree that an account of theirs is closed, or do not. */
export function closureRoutes(door: Door, parts: ServedFactory): void {
  const { db, deployments, queue } = parts;
  serve(door, listMyClosures, ({ actor: { email } }) => closuresOf(db, email));
  servePrepared(
    door,
    answerClosure,
    async ({ params: { id }, body: { agrees, reason }, actor, request }) => {
      const who = requesterOf(request, actor);
      const words = typeof reason === 'string' && reason.trim() !== '' ? reason.trim() : null;
      if (!agrees && words === null)
        throw invalid([{ field: 'reason', message: 'Say why it should not be closed.' }]);
      await queue.ready();
      return async (tx) => {
        const row = await holdAsked(tx, id, actor.email);
        if (!agrees) {
          await deployments.cancel(tx, id, who, { decided_by: actor.email, decision_reason: words });
          await mailDecision(tx, parts, row, { approved: false, reason: words ?? '' }, who);
          return closuresOf(tx, actor.email);
        }
        await keepAgreement(tx, id, words);
        // The desk has agreed before.
        if (row.state === 'waiting_approval' && row.decided_by !== null)
          await deployments.release(tx, row, {}, who);
        return closuresOf(tx, actor.email);
      };
    },
    () => deployments.wake(),
  );
  refuseOtherMethods(door.scope, `/api${listMyClosures.path}`, ['GET']);
  refuseOtherMethods(door.scope, `/api${answerClosure.path}`, ['POST']);
}

/** A closure that somebody is asked about. @throws {Refusal} 404 for one of others, 409 for one that is over */
async function holdAsked(tx: PoolClient, id: number, email: string): Promise<DeploymentRow> {
  const agreement = await agreementOf(tx, id);
  if (agreement?.owner !== email.trim().toLowerCase()) throw notFound(`${cloudDeployments.label[0]} ${id}`);
  const row = await holdDeployment(tx, id);
  if (row.kind !== deedKinds.close || row.state === 'done' || row.state === 'cancelled')
    throw conflict(`The closure of '${row.name}' is ${row.state} already.`);
  return row;
}
