import { z } from 'zod';
import { longText } from '#kernel/fields/long-text.ts';
import { adoptionFields } from '#resources/account-adoption.ts';
import { accountDeeds, accountStates, cloudDeeds } from '#resources/account-life.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { defineCall } from './call.ts';
import { fieldGiven, fieldMembers } from './fields.ts';
import { recordOf } from './records.ts';
import { day, idOf, moment } from './shapes.ts';

/*
 * What becomes of an account after it was made: frozen, released, closed, brought back.
 */

const [one] = cloudParents.label;
const OF_ACCOUNT = { tag: 'Cloud Factory', topic: cloudDeployments.name } as const;
const ofOne = { id: idOf(one) };
const textOrNull = z.string().nullable();
const state = z.enum(accountStates);
const deed = z.enum(accountDeeds);

const moments = z.object({
  at: moment,
  what: z.string().describe('Such as Frozen, or Changed: owner, cost center.'),
  by: textOrNull.describe(
    'The address of who did it; null where that is not known, and where the clock did it.',
  ),
  reason: textOrNull,
  deployment: z.int().nullable().describe('The deployment that did it; null of a change of the record.'),
});
/** One moment of the life of an account. */
export type LifeMoment = z.output<typeof moments>;

const underWay = z.object({
  deployment: z.int(),
  deed,
  requested_by: z.string(),
  state: z.string().describe('As the deployment has it.'),
});

const life = z.object({
  state: state.describe('in_use, or what the desk made of it.'),
  since: moment.nullable().describe('Since when it is frozen or closed.'),
  last_day: day
    .nullable()
    .describe('The last day on which its cloud is sure to let it come back; null where it names none.'),
  way_back: textOrNull.describe('How it comes back, in words; null where it is in use.'),
  under_way: underWay.nullable().describe('What is being done with it.'),
  offered: z.array(deed).describe('What can be requested now.'),
  cloud: textOrNull.describe('Such as AWS; null where that cloud is not connected.'),
  moments: z.array(moments).describe('The newest first; at most a hundred.'),
});
/** How an account is, what can be done with it, and what happened to it. */
export type AccountLife = z.output<typeof life>;

/** How an account is, and its life as a line of time. */
export const readAccountLife = defineCall({
  ...OF_ACCOUNT,
  method: 'GET',
  path: '/cloud_parents/:id/life',
  right: { model: cloudParents.name, action: 'read' },
  summary: 'How an account is, what can be done with it, and what happened to it',
  success: 'Its life',
  refusals: [404],
  params: z.strictObject(ofOne),
  data: life,
});

const fact = z.object({ label: z.string(), value: z.string() });
/** What the preview of anything that is done with an account says. */
export const whoAndHow = {
  told: z.array(z.string()).describe('The addresses that get a mail.'),
  decides: z.array(z.string()).describe('Who has to agree before anything is done, in words.'),
  steps: z.array(z.string()).describe('What is done, in this order.'),
  problems: z.array(z.string()).describe('What stands against it, a sentence each.'),
};
export const ofPreview = z.object({
  unchecked: textOrNull.describe('Why it could not be checked with the cloud; null where it was.'),
});

const preview = z.object({
  data: z.object({
    effects: z.array(z.string()).describe('What stops, or begins again: a sentence each.'),
    way_back: z.string().describe('How it comes back, and until when.'),
    last_day: day.nullable().describe('The last day on which the cloud is sure to let it come back.'),
    ...whoAndHow,
    costs: z.array(fact).describe('What it costs.'),
    counted: z.array(fact).describe('What the portal has of it.'),
  }),
  meta: ofPreview,
});
/** What would become of an account. */
export type DeedPreview = z.output<typeof preview>['data'];

/** Freezes, releases, closes or reopens an account. */
export const doWithAccount = defineCall({
  ...OF_ACCOUNT,
  right: 'run_factory',
  method: 'POST',
  path: '/cloud_parents/:id/life/:deed',
  summary: 'Freeze, release, close or reopen an account',
  description:
    'Answers 202 with the deployment that does it; follow it at /api/cloud_deployments/{id}. With dry_run nothing is ' +
    'done: 200 has what would be. To close an account its owner and somebody else at the desk have to agree first.',
  success: 'It will be done',
  status: 202,
  refusals: [404, 409, 422],
  params: z.strictObject({
    ...ofOne,
    deed: z.enum(cloudDeeds, 'Nothing of this name is done with accounts.'),
  }),
  body: z.strictObject({
    reason: fieldGiven('reason', longText('Reason', { max: 2000, optional: true })).describe(
      'Why; the line of time, the mails and the history have it. Only a preview needs none.',
    ),
    dry_run: z.boolean('must be true or false.').default(false),
  }),
  data: z.object({ cloud_deployment: recordOf(cloudDeployments) }),
  preview: { success: 'What would be done', answer: preview },
});

/** What changes on the record and among the tags. */
export const whatChanges = {
  changes: z
    .array(z.object({ label: z.string(), before: textOrNull, after: textOrNull }))
    .describe('What changes on the record, by the names of its fields.'),
  tags: z
    .array(z.object({ name: z.string(), before: textOrNull, after: z.string() }))
    .describe('What is written to the cloud; what is as it should be is not there.'),
};

/** What becomes of an account that is adopted. */
export const adoptedParts = {
  ...whatChanges,
  budget: textOrNull.describe('The budget that is made, in words.'),
};

const adoption = z.object({
  data: z.object({ ...adoptedParts, ...whoAndHow }),
  meta: ofPreview,
});
/** What would change where an account is adopted. */
export type AdoptionPreview = z.output<typeof adoption>['data'];

/** Adopts an account that nobody requested: its record and its tags say whose it is from then on. */
export const adoptAccount = defineCall({
  ...OF_ACCOUNT,
  right: 'run_factory',
  method: 'POST',
  path: '/cloud_parents/:id/adoption',
  summary: 'Adopt an account that nobody requested',
  description:
    'Writes owner, cost center and units to the record, and as tags to its cloud. What is left out follows from the cost center. ' +
    'Answers 202 with the deployment that does it; follow it at /api/cloud_deployments/{id}. With dry_run nothing is done: 200 ' +
    'has what would be, and what stands against it.',
  success: 'It will be adopted',
  status: 202,
  refusals: [404, 409, 422],
  params: z.strictObject(ofOne),
  body: z.strictObject({
    ...fieldMembers(adoptionFields, 'create'),
    dry_run: z.boolean('must be true or false.').default(false),
  }),
  data: z.object({ cloud_deployment: recordOf(cloudDeployments) }),
  preview: { success: 'What would be done', answer: adoption },
});

const OF_MINE = { tag: 'My cloud', topic: 'my closures', right: 'signed_in', owners: 'self' } as const;
const closures = z.array(
  z.object({
    id: z.int().describe('The id of the deployment.'),
    account: z.string(),
    name: z.string(),
    requested_by: z.string(),
    requested_at: moment,
    reason: z.string(),
    agreed_at: moment.nullable(),
  }),
);
/** Accounts in one's name that somebody wants to close. */
export type MyClosures = z.output<typeof closures>;

/** What of one's own is to be closed. */
export const listMyClosures = defineCall({
  ...OF_MINE,
  method: 'GET',
  path: '/my_cloud/closures',
  summary: 'List the accounts in one’s name that the desk wants to close',
  success: 'Those about which it is not over',
  data: closures,
});

/** Agrees that an account is closed, or does not. */
export const answerClosure = defineCall({
  ...OF_MINE,
  method: 'POST',
  path: '/my_cloud/closures/:id',
  summary: 'Agree that an account in one’s name is closed, or decline',
  description:
    'Who agreed may decline until the closure is requested of the cloud; then nothing is closed, and the desk gets a mail.',
  success: 'What waits then',
  refusals: [404, 409, 422],
  params: z.strictObject({ id: idOf(cloudDeployments.label[0]) }),
  needsBody: true,
  body: z.strictObject({
    agrees: z.boolean('must be true or false.'),
    reason: fieldGiven('reason', longText('Reason', { max: 2000, optional: true })).describe(
      'What the desk is to know.',
    ),
  }),
  data: closures,
});
