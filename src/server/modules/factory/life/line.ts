import type { LifeMoment } from '#calls/account-life.ts';
import { deedOf, type AccountDeed } from '#resources/account-life.ts';
import type { DeploymentState } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { DEPLOYMENT } from '../ledger/deployments.ts';
import { kindName } from '../ledger/mails.ts';
import { leaseMoments } from '../leases/events.ts';
import { labelOf } from './record-changes.ts';

const MOST = 100;

/** What became of an account by what was done. */
const DONE: Readonly<Record<AccountDeed, string>> = {
  freeze: 'Frozen',
  release: 'Released',
  close: 'Closed',
  reopen: 'Brought back',
  adopt: 'Adopted',
  move: 'Moved',
  tag: 'Tags written',
};

interface Found {
  id: number;
  kind: string;
  state: DeploymentState;
  requested_by: string;
  decided_by: string | null;
  reason: string | null;
  decision_reason: string | null;
  error: string | null;
  created_at: string;
  finished_at: string | null;
}

interface Changed {
  at: string;
  action: string;
  by_email: string;
  reason: string | null;
  fields: string[];
}

/** The life of an account, the newest first: what the ledger has of it, and what else happened to its record. */
export async function lifeOf(
  runner: Runner,
  { id, identifier }: { id: number; identifier: string },
): Promise<LifeMoment[]> {
  const { rows: deployments } = await runner.query<Found>({
    text: `SELECT id, kind, state, requested_by, decided_by, request ->> 'reason' AS reason, decision_reason, error, created_at, finished_at
      FROM cloud_deployments WHERE lower(btrim(identifier)) = lower(btrim($1)) AND kind <> 'service_catalog_product'
      ORDER BY id DESC LIMIT ${MOST}`,
    values: [identifier],
  });
  const { rows: changes } = await runner.query<Changed>({
    text: `SELECT at, action, by_email, reason, ARRAY(SELECT jsonb_object_keys(changes)) AS fields FROM record_history
      WHERE resource = '${cloudParents.name}' AND record_id = $1
        AND NOT coalesce(via, '[]') @> jsonb_build_array(jsonb_build_object('name', $2::text))
      ORDER BY id DESC LIMIT ${MOST}`,
    values: [id, DEPLOYMENT],
  });
  const leases = await leaseMoments(runner, id, MOST);
  return [...deployments.flatMap(momentsOf), ...changes.map(changeMoment), ...leases]
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, MOST);
}

/** What was requested, and what came of it. */
function momentsOf(found: Found): LifeMoment[] {
  const deed = deedOf(found.kind);
  const what = kindName(found.kind);
  const base = { deployment: found.id, by: found.requested_by, reason: found.reason };
  const requested = { ...base, at: found.created_at, what: `${what} requested` };
  const at = found.finished_at;
  if (at === null) return [requested];
  const end = {
    done: { ...base, at, what: deed ? DONE[deed] : 'Made' },
    failed: { ...base, at, what: `${what} failed`, reason: found.error },
    cancelled: {
      ...base,
      at,
      what: `${what} cancelled`,
      by: found.decided_by,
      reason: found.decision_reason,
    },
  };
  const ended = found.state in end ? [end[found.state as keyof typeof end]] : [];
  return [...ended, requested];
}

const ACTIONS: Readonly<Record<string, string>> = {
  create: 'Added to the inventory',
  import: 'Imported into the inventory',
  delete: 'Deleted from the inventory',
  restore: 'Restored in the inventory',
};

const changeMoment = ({ at, action, by_email: by, reason, fields }: Changed): LifeMoment => ({
  at,
  what: ACTIONS[action] ?? `Changed: ${fields.map(labelOf).join(', ')}`,
  by,
  reason,
  deployment: null,
});
