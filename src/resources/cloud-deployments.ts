import { boolean } from '#kernel/fields/boolean.ts';
import { choice } from '#kernel/fields/choice.ts';
import { instant } from '#kernel/fields/instant.ts';
import { jsonKept, jsonList } from '#kernel/fields/json.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { mention } from '#kernel/fields/mention.ts';
import { number } from '#kernel/fields/number.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { wordsTone } from '#kernel/tones.ts';
import { requestPages } from './cloud-requests/pages.ts';
import { providerType } from './provider-type.ts';

/** The kinds of deployments: accounts of the three clouds, products of the service catalog, and what becomes of an account later. */
export const deploymentKinds = [
  'aws_account',
  'azure_subscription',
  'gcp_project',
  'service_catalog_product',
  'account_freeze',
  'account_release',
  'account_closure',
  'account_reopening',
  'account_adoption',
  'account_move',
  'account_tags',
] as const;
export type DeploymentKind = (typeof deploymentKinds)[number];

/** Where a deployment is. The last three are ends; one that failed may go on by Retry. */
export const deploymentStates = [
  'waiting_approval',
  'running',
  'waiting_provider',
  'done',
  'failed',
  'cancelled',
] as const;
export type DeploymentState = (typeof deploymentStates)[number];

/** How far a step is. One that was not needed is `skipped`. */
export const deploymentStepStates = ['waiting', 'running', 'done', 'skipped', 'failed'] as const;

/** A step of a deployment as answers have it. Moments are ISO 8601 in UTC. */
export interface DeploymentStep {
  /** Names it in the ledger, such as `create_account`. */
  name: string;
  /** The text that people read. */
  label: string;
  state: (typeof deploymentStepStates)[number];
  /** How often the provider was called for it. */
  attempts: number;
  /** From its first attempt on the deployment can no longer be cancelled. */
  no_return: boolean;
  /** The input of the call, once that was worked out. */
  input: Record<string, unknown> | null;
  /** The provider's id of what the step made. */
  ids: Record<string, string>;
  note: string | null;
  started_at: string | null;
  finished_at: string | null;
}

/** The step that makes the cloud's own budget, without which the account is there all the same. */
export const CLOUD_BUDGET = 'cloud_budget';

/** The beginning of the names of steps that a baseline brings. */
export const OF_BASELINE = 'baseline_';

type NamedStep = Pick<DeploymentStep, 'name' | 'state'>;

/** Whether a step that the account is there without was not done. */
export const isLeftOut = ({ name, state }: NamedStep): boolean =>
  state === 'skipped' && (name === CLOUD_BUDGET || name.startsWith(OF_BASELINE));

/** Whether all is made but what the account is there without, such as the cloud's own budget: Retry tries that again. */
export const lacksExtra = ({
  state,
  steps,
}: {
  state: DeploymentState;
  steps: readonly NamedStep[];
}): boolean => state === 'done' && steps.some(isLeftOut);

const kindNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(requestPages).map(([name, { label }]) => [name, label])),
  service_catalog_product: 'Service Catalog Product',
  account_freeze: 'Account Freeze',
  account_release: 'Account Release',
  account_closure: 'Account Closure',
  account_reopening: 'Account Reopening',
  account_adoption: 'Account Adoption',
  account_move: 'Account Move',
  account_tags: 'Account Tags',
};

const stateNames = {
  waiting_approval: 'Waiting for Approval',
  running: 'Running',
  waiting_provider: 'Waiting for the Provider',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const;

const columns = [
  'name',
  'kind',
  'provider_type',
  'state',
  'identifier',
  'cost_center',
  'owner',
  'requested_by',
  'created_at',
  'finished_at',
] as const;

/** The deployments of the portal: one record per request, with the steps that it is made in. */
export const cloudDeployments = defineResource('cloud_deployments', {
  label: ['Cloud Deployment', 'Cloud Deployments'],
  title: 'name',
  fields: {
    name: text('Name'),
    kind: choice('Kind', deploymentKinds, { names: kindNames }),
    provider_type: providerType(),
    state: choice('State', deploymentStates, { names: stateNames, default: 'running' }),
    identifier: mention('Account', 'cloud_parents', {
      by: 'identifier',
      as: 'cloud_parents_id',
      optional: true,
    }),
    // As it was requested: a cost center, a network, or a project.
    cost_center: text('Cost Center', { optional: true }),
    owner: text('Owner', { optional: true }),
    requested_by: text('Requested By'),
    decided_by: text('Decided By', { optional: true }),
    decision_reason: longText('Reason', { optional: true }),
    error: longText('Error', { optional: true }),
    simulated: boolean('Simulated'),
    request: jsonKept('Request'),
    steps: jsonList<DeploymentStep>('Steps', {
      label: 'string',
      name: 'string',
      state: 'string',
      attempts: 'integer',
      no_return: 'boolean',
      input: ['object', 'null'],
      ids: 'object',
      note: ['string', 'null'],
      started_at: ['string', 'null'],
      finished_at: ['string', 'null'],
    }),
    finished_at: instant('Finished', { optional: true }),
    batch: number('Batch', { optional: true, min: 1 }),
  },
  actions: ['read'],
  about: ['kind', 'state', 'identifier'],
  tones: {
    state: wordsTone({
      waiting_approval: {
        tone: 'warning',
        reason: 'Somebody else than the requester has to decide.',
        waits: 'Waiting for approval',
      },
      done: { tone: 'good', reason: 'Everything is made.' },
      failed: { tone: 'bad', reason: 'The record says what to do.', waits: 'Failed' },
    }),
  },
  // What fits beside one another. The kind says which cloud it is, and the record when it was finished.
  columns: columns.filter((name) => name !== 'provider_type' && name !== 'finished_at'),
  filters: {
    name: 'contains',
    kind: 'equals',
    state: 'equals',
    provider_type: 'equals',
    requested_by: 'contains',
    identifier: 'contains',
    batch: { operation: 'equals', inSight: false },
  },
  sort: '-created_at',
  csv: {
    file: 'cloudDeployments_',
    export: [...columns, 'decided_by', 'decision_reason', 'error', 'simulated'],
  },
  messages: messagesFor('cloud deployment'),
});

export type CloudDeployment = Row<typeof cloudDeployments>;
