import type { PoolClient } from 'pg';
import { adoptAccounts, MOST_ADOPTED, type AdoptedRow, type AdoptionsPreview } from '#calls/adopt-many.ts';
import type { BatchInFull } from '#calls/batches.ts';
import { invalid, type FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { grouped } from '#kernel/written.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { requesterOf } from '#server/engine/requester.ts';
import { selectNow, wantedOf } from '#server/engine/selections/selected.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Door } from '#server/platform/http/door.ts';
import { Previewed, servePrepared } from '#server/platform/http/serve.ts';
import { mailBatchApproval } from '../batches/mails.ts';
import { addBatch, readInFull } from '../batches/store.ts';
import type { ServedFactory } from '../parts.ts';
import { adoptedParts } from './adopted.ts';
import { ADOPTION, beginAdoption, isDecided } from './begin-adoption.ts';
import { demandReason } from './begin-deed.ts';
import { checkMany, type HeldAdoption } from './check-many.ts';
import { mailOwners } from './mails.ts';
import { againstIt, busyWords, holdAccounts, nameOf, readAccounts, underWayAmong } from './store.ts';

/** The call that adopts several accounts that nobody requested, and says beforehand what would change of each. */
export function adoptManyRoute(door: Door, parts: ServedFactory): void {
  const { db, queue, deployments } = parts;
  servePrepared(
    door,
    adoptAccounts,
    async ({ body, actor, request }) => {
      const { ids, query, reason, only_valid: onlyValid, dry_run: isPreview, ...given } = body;
      const who = requesterOf(request, actor);
      const why = isPreview ? '' : demandReason(reason);
      const accounts = await readAccounts(db, await chosenOf(parts, { ids, query }));
      const held = await checkMany(
        parts,
        accounts.map((account) => ({ account, given })),
      );
      if (isPreview) return new Previewed({ data: await previewOf(parts, held) });
      await queue.ready();
      // Refused within: what comes again gets its first answer, although its accounts are under way by now.
      return (tx) => begin(tx, parts, { held, reason: why, onlyValid }, who);
    },
    () => deployments.wake(),
  );
  refuseOtherMethods(door.scope, `/api${adoptAccounts.path}`, ['POST']);
}

/** The ids of the accounts that a request names. @throws {Refusal} 422 where there is none, or too many */
async function chosenOf(
  { services }: ServedFactory,
  chosen: { ids?: number[] | undefined; query?: Readonly<Record<string, string>> | undefined },
): Promise<readonly number[]> {
  const { ids } = await selectNow(services, services.registry.get(cloudParents.name), wantedOf(chosen), {});
  if (ids.length <= MOST_ADOPTED) return ids;
  const message = `${grouped(ids.length)} accounts match; at most ${grouped(MOST_ADOPTED)} are adopted at once. Filter the list further.`;
  throw invalid([{ field: 'ids', message }]);
}

const isValid = ({ checked }: HeldAdoption): boolean => checked.problems.length === 0;

async function previewOf(parts: ServedFactory, held: readonly HeldAdoption[]): Promise<AdoptionsPreview> {
  const valid = held.filter(isValid);
  return {
    rows: held.map(rowOf),
    valid: valid.length,
    approval: await isDecided(parts.db, parts, valid),
    told: [...new Set(valid.map(ownerOf))].toSorted(),
    unchecked: held.find(({ checked }) => checked.unchecked !== null)?.checked.unchecked ?? null,
  };
}

const ownerOf = ({ checked }: HeldAdoption) => textOf(checked.values, 'owner').trim().toLowerCase();

function rowOf({ account, checked, looked }: HeldAdoption): AdoptedRow {
  const orNull = (values: Values, name: string) => textOf(values, name).trim() || null;
  return {
    id: account.id,
    name: nameOf(account),
    identifier: account.identifier,
    cost_center: orNull(checked.values, 'cost_center'),
    owner: orNull(checked.values, 'owner'),
    ...adoptedParts(account, checked),
    problems: checked.problems,
    looked,
  };
}

interface Begun {
  held: readonly HeldAdoption[];
  reason: string;
  onlyValid: boolean;
}

/** Begins the adoptions, all in one transaction. @throws {Refusal} 422 that names what stands against which account */
async function begin(
  tx: PoolClient,
  parts: ServedFactory,
  { held, reason, onlyValid }: Begun,
  who: Who,
): Promise<BatchInFull> {
  const rows = await holdNow(tx, held);
  const taken = rows.filter(isValid);
  if (taken.length === 0 || (!onlyValid && taken.length < rows.length)) throw invalid(errorsOf(rows));
  const waitsForApproval = await isDecided(tx, parts, taken);
  const accounts = taken.length === 1 ? 'Account' : 'Accounts';
  const batch = {
    kind: ADOPTION,
    file_name: `Adoption of ${grouped(taken.length)} ${accounts}`,
    reason,
    requested_by: who.actor.email,
    left_out: rows.length - taken.length,
  };
  const id = await addBatch(tx, batch);
  for (const { account, checked } of taken)
    await beginAdoption(tx, parts, account, checked, { reason, waitsForApproval, batch: id }, who);
  const inFull = await readInFull(tx, id);
  if (waitsForApproval) await mailBatchApproval(tx, parts, { ...batch, id }, taken.length, who);
  else await mailOwners(tx, parts, { ...batch, id }, inFull.rows, who);
  return inFull;
}

/** The accounts as they are now, which nobody else begins anything with, and what has come to stand against them since. */
async function holdNow(tx: PoolClient, held: readonly HeldAdoption[]): Promise<HeldAdoption[]> {
  const now = await holdAccounts(
    tx,
    held.map(({ account }) => account.id),
  );
  const busy = await underWayAmong(
    tx,
    now.map(({ identifier }) => identifier),
  );
  return held.map((one) => {
    const account = now.find(({ id }) => id === one.account.id);
    if (!account) return withProblems(one, ['The record was deleted meanwhile.']);
    const own = againstIt(account, 'adopt');
    const found = [...busyWords(busy.get(account.identifier)), ...(own === null ? [] : [own])];
    return { ...(isValid(one) ? withProblems(one, found) : one), account };
  });
}

const withProblems = (one: HeldAdoption, problems: readonly string[]): HeldAdoption => ({
  ...one,
  checked: { ...one.checked, problems: [...one.checked.problems, ...problems] },
});

/** What stands against which account, as a refusal lists it. */
const errorsOf = (rows: readonly HeldAdoption[]): FieldError[] =>
  rows.flatMap(({ account, checked: { problems } }) =>
    problems.slice(0, 1).map((problem) => ({ field: 'ids', message: `${nameOf(account)}: ${problem}` })),
  );
