import type { PoolClient } from 'pg';
import { answerClosure, listMyClosures } from '#calls/account-life.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { deedKinds, deedOf, type AccountDeed } from '#resources/account-life.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, servePrepared } from '#server/platform/http/serve.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { mailDecision } from '../approval-mails.ts';
import { holdDeployment, type DeploymentRow } from '../ledger/rows.ts';
import type { Demand, ServedFactory } from '../parts.ts';
import { agreementOf, closuresOf, keepAgreement, otherOwnerOf } from './agreements.ts';
import { adoptedIn, checkAdoption } from './adoption.ts';
import { checkMany } from './check-many.ts';
import { planMove, targetIn } from './move.ts';
import { checkDeed } from './preview.ts';
import { againstIt, holdAccount, readAccounts, type LivingAccount } from './store.ts';
import { planTags } from './tag-account.ts';

/** Whether a deployment that waits for approval still waits for the owner of its account once the desk has decided. */
export async function waitsForOwner(tx: PoolClient, { id }: Pick<DeploymentRow, 'id'>): Promise<boolean> {
  const agreement = await agreementOf(tx, id);
  return agreement !== null && agreement.agreed_at === null;
}

/** As `otherOwnerOf`, of a deployment; null where it is no closure, or its account is not there any more. */
async function otherOwnerNow(tx: PoolClient, { id, kind, request }: DeploymentRow): Promise<string | null> {
  const account = Number(request['cloud_parent_id']);
  if (kind !== deedKinds.close || !(await isThere(tx, account))) return null;
  return otherOwnerOf(tx, id, await holdAccount(tx, account));
}

const isThere = async (runner: Runner, id: number): Promise<boolean> =>
  (await runner.query({ text: 'SELECT 1 FROM cloud_parents WHERE id = $1', values: [id] })).rowCount === 1;

/** @throws {Refusal} 409 for the closure of an account that has another owner than the one whose agreement was requested */
export async function demandSameOwner(tx: PoolClient, row: DeploymentRow): Promise<void> {
  const owner = await otherOwnerNow(tx, row);
  if (owner !== null)
    throw conflict(
      `'${row.name}' is in the name of ${owner} by now, whose agreement was not requested. Decline this closure; it can be requested anew.`,
    );
}

type Parts = Pick<ServedFactory, 'db' | 'clouds' | 'services'>;
/** A deployment about an account, as far as it is looked at before somebody decides. */
type CheckedDeployment = Pick<DeploymentRow, 'id' | 'kind' | 'request'>;

/** Looks once more, before somebody decides, whether something may be done with an account; its cloud is called here. */
export async function checkDeedAgain(
  parts: Parts,
  { kind, request }: Pick<CheckedDeployment, 'kind' | 'request'>,
): Promise<Demand> {
  const deed = deedOf(kind);
  const id = Number(request['cloud_parent_id']);
  const [account] = await readAccounts(parts.db, [id]);
  if (!deed || !account) return async () => {};
  const { problems } = await problemsOf(parts, account, deed, request);
  return demandOf(id, deed, problems);
}

async function problemsOf(
  parts: Parts,
  account: LivingAccount,
  deed: AccountDeed,
  request: Values,
): Promise<{ problems: readonly string[] }> {
  if (deed === 'adopt') return checkAdoption(parts, account, adoptedIn(request));
  if (deed === 'move') return planMove(parts, account, targetIn(request).id);
  return deed === 'tag' ? planTags(parts, account) : checkDeed(parts, account, deed);
}

/** The same for several adoptions, by deployment: clouds are called for the first ones only. */
export async function checkAdoptionsAgain(
  parts: Pick<ServedFactory, 'db' | 'clouds'>,
  rows: readonly CheckedDeployment[],
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
        const row = await holdClosure(tx, id, actor.email);
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

/** A closure that waits for somebody's agreement. @throws {Refusal} 404 for one of others, 409 for one that is over */
async function holdClosure(tx: PoolClient, id: number, email: string): Promise<DeploymentRow> {
  const agreement = await agreementOf(tx, id);
  if (agreement?.owner !== email.trim().toLowerCase()) throw notFound(`${cloudDeployments.label[0]} ${id}`);
  const row = await holdDeployment(tx, id);
  if (row.kind !== deedKinds.close || row.state === 'done' || row.state === 'cancelled')
    throw conflict(`The closure of '${row.name}' is ${row.state} already.`);
  if ((await otherOwnerNow(tx, row)) !== null)
    throw conflict(`'${row.name}' is not in your name any more, so its closure is not yours to decide.`);
  return row;
}
