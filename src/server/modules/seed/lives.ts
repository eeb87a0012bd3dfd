import { deedKinds, type AccountDeed } from '#resources/account-life.ts';
import { addDays } from './days.ts';
import { called, keepDeployments, REQUESTER, type ExampleDeployment } from './deployments.ts';
import { idsBy, type Filling } from './read-example.ts';

const APPROVER = 'maya.okafor@example.com';

const FROZEN = {
  name: 'odds-feed-test',
  daysAgo: 9,
  reason: 'Its season is over; nobody looks after it until the next one.',
  // The unit test of the simulated organization, where its release puts it back.
  kept: { came_from: 'ou-sky1-00000003' },
};
const CLOSED = {
  name: 'reporting-sandbox',
  daysAgo: 6,
  reason: 'The trial has ended, and its reports are made elsewhere.',
  /** So long Google keeps it. */
  days: 30,
};
const ADOPTED = {
  names: ['cabinet-telemetry-production', 'cabinet-telemetry-development', 'draw-archive-production'],
  daysAgo: 30,
  reason: 'They came with the merger, and their teams were found.',
};

/** Something that was done with an account, as its deployment has it. */
function deedOf(
  deed: AccountDeed,
  name: string,
  parent: number,
  { daysAgo, reason }: { daysAgo: number; reason: string },
): Omit<ExampleDeployment, 'steps'> {
  const { identifier, provider_type: type, cost_center: center, cloud_contact_email: owner } = called(name);
  const cloud = type === 'GcpCloudParent' ? 'gcp' : 'aws';
  return {
    daysAgo,
    failedAt: null,
    values: {
      name,
      kind: deedKinds[deed],
      provider_type: type,
      identifier,
      cost_center: center,
      owner,
      requested_by: REQUESTER,
      simulated: true,
      state: 'done',
      request: { cloud, account: identifier, cloud_parent_id: parent, reason, kept: {} },
    },
  };
}

/** An account that is frozen, one that is closed, and a few that were adopted at once. */
export async function addLives(filling: Filling): Promise<void> {
  const idOf = await idsBy(filling.tx, 'cloud_parents', 'name');
  await freeze(filling, idOf(FROZEN.name));
  await close(filling, idOf(CLOSED.name));
  await adopt(filling, idOf);
}

async function freeze(filling: Filling, parent: number): Promise<void> {
  const { name, kept, daysAgo } = FROZEN;
  const steps = [['freeze_account', 'Move it to quarantine', kept]] as const;
  const [deployment] = await keepDeployments(filling, [{ ...deedOf('freeze', name, parent, FROZEN), steps }]);
  await filling.tx.query(
    `INSERT INTO account_lives (cloud_parent_id, state, since, deployment_id, kept) VALUES ($1, 'frozen', $2, $3, $4)`,
    [parent, momentAt(filling, daysAgo), deployment, JSON.stringify(kept)],
  );
}

async function close(filling: Filling, parent: number): Promise<void> {
  const { name, daysAgo, days } = CLOSED;
  const made = deedOf('close', name, parent, CLOSED);
  const decided = { decided_by: APPROVER, decision_reason: 'Agreed with its owner.' };
  const steps = [['close_account', 'Shut the project down']] as const;
  const [deployment] = await keepDeployments(filling, [
    { ...made, values: { ...made.values, ...decided }, steps },
  ]);
  const since = momentAt(filling, daysAgo);
  await filling.tx.query(
    `INSERT INTO account_lives (cloud_parent_id, state, since, last_day, deployment_id) VALUES ($1, 'closed', $2, $3, $4)`,
    [parent, since, addDays(filling.today, days - daysAgo), deployment],
  );
  await filling.tx.query(
    `INSERT INTO account_agreements (deployment_id, owner, agreed_at, words) VALUES ($1, $2, $3, $4)`,
    [deployment, called(name).cloud_contact_email, since, 'Yes, we have copied what we need.'],
  );
}

async function adopt(filling: Filling, idOf: (name: string) => number): Promise<void> {
  const { names, daysAgo, reason } = ADOPTED;
  const at = momentAt(filling, daysAgo);
  const { rows } = await filling.tx.query<{ id: number }>(
    `INSERT INTO request_batches (kind, file_name, reason, requested_by, created_at, decision, decided_by, decision_reason, decided_at)
     VALUES ($1, $2, $3, $4, $5, 'approved', $6, 'They are theirs.', $5) RETURNING id`,
    [deedKinds.adopt, `Adoption of ${names.length} Accounts`, reason, REQUESTER, at, APPROVER],
  );
  const steps = [
    ['adopt_record', 'Write the record'],
    ['adopt_tags', 'Write the tags in AWS'],
    ['adopt_compare', 'Read the tags back'],
  ] as const;
  await keepDeployments(
    filling,
    names.map((name) => {
      const made = deedOf('adopt', name, idOf(name), ADOPTED);
      const { cost_center: center, cloud_contact_email: owner } = called(name);
      const request = { ...(made.values['request'] as object), adopted: { cost_center: center, owner } };
      const decided = { decided_by: APPROVER, decision_reason: 'They are theirs.' };
      return { ...made, values: { ...made.values, ...decided, request, batch: rows[0]?.id }, steps };
    }),
  );
}

const momentAt = ({ today }: Filling, daysAgo: number) => `${addDays(today, -daysAgo)}T09:11:00Z`;
