import { invalid, Refusal, type FieldError } from '#kernel/errors.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { withoutBaseline } from '#resources/baseline.ts';
import { deedKinds, deedOf } from '#resources/account-life.ts';
import { checkRequest } from './check-request.ts';
import { checkAdoptionsAgain, checkDeedAgain } from './life/decide.ts';
import type { DeploymentRow } from './ledger/rows.ts';
import { refuseTwin } from './ledger/twins.ts';
import type { Demand, ServedFactory } from './parts.ts';

const ADVICE =
  'It cannot be approved like this: decline it, so that it is requested anew, or wait until it holds again.';

/**
 * Holds a request that waits for approval against reference data and cloud once more, as a new one: it may have waited
 * for long. The cloud is called here, before anything is locked; the errors are thrown within the transaction.
 */
export async function checkAgain(
  { db, clouds, services }: Pick<ServedFactory, 'db' | 'clouds' | 'services'>,
  id: number,
): Promise<Demand> {
  const { rows } = await db.query<Pick<DeploymentRow, 'kind' | 'request'>>(
    `SELECT kind, request FROM cloud_deployments WHERE id = $1 AND state = 'waiting_approval'`,
    [id],
  );
  const [row] = rows;
  const request = cloudRequests.find(({ name }) => name === row?.kind);
  if (row && deedOf(row.kind)) return checkDeedAgain({ db, clouds, services }, row);
  const cloud = clouds.find((one) => one.cloud === request?.cloud);
  if (!row || !request || !cloud) return async () => {};
  if (cloud.recipe === null) {
    const message = `${request.label}s cannot be made here. ${cloud.missing}`;
    return async () => {
      throw new Refusal(409, message);
    };
  }
  // Its baseline stays as it was when it was requested, whatever became of the template.
  const given = { ...withoutBaseline(row.request), [request.baseline]: null };
  const { values, errors, found } = await checkRequest(db, cloud.recipe, given);
  return async (tx) => {
    if (errors.some((error) => !found.includes(error))) throw noLonger(errors);
    await refuseTwin(tx, request, values, id);
    if (errors.length > 0) throw noLonger(errors);
  };
}

/** The same for all that waits of a batch, by deployment. */
export async function checkAllAgain(
  parts: Pick<ServedFactory, 'db' | 'clouds' | 'services'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Demand>> {
  const { rows: adoptions } = await parts.db.query<Pick<DeploymentRow, 'id' | 'kind' | 'request'>>(
    `SELECT id, kind, request FROM cloud_deployments
     WHERE id = ANY ($1::integer[]) AND kind = $2 AND state = 'waiting_approval' ORDER BY id`,
    [ids, deedKinds.adopt],
  );
  const demands = await checkAdoptionsAgain(parts, adoptions);
  for (const id of ids) if (!demands.has(id)) demands.set(id, await checkAgain(parts, id));
  return demands;
}

/** The errors found by now, with advice for whoever decides. */
const noLonger = (errors: readonly FieldError[]): Refusal =>
  invalid(
    errors.map((error, at) =>
      at < errors.length - 1 ? error : { ...error, message: `${sentence(error.message)} ${ADVICE}` },
    ),
  );

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
