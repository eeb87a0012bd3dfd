import { z } from 'zod';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { requestTemplates } from '#resources/request-templates.ts';
import { defineCall } from './call.ts';
import { bodyOf, fieldGiven } from './fields.ts';
import { recordOf } from './records.ts';
import { idOf } from './shapes.ts';

/*
 * The cloud factory: requests for accounts of the clouds, what becomes of them, and what a request begins with that is like
 * another one.
 */

const OF_FACTORY = { tag: 'Cloud Factory', right: 'run_factory' } as const;
const deployment = z.object({ cloud_deployment: recordOf(cloudDeployments) });
const wrong = z.object({
  field: z.string().describe('Its name in the body'),
  message: z.string().describe('What is wrong'),
});

const plan = z.object({
  where: z.string().describe('Where it will lie, such as Organization / sandbox'),
  tags: z
    .array(
      z.object({
        key: z.string(),
        value: z.string(),
        text: z
          .string()
          .optional()
          .describe('The text of the request, where the cloud takes it in another spelling only.'),
      }),
    )
    .describe('How it will be tagged, in the spelling of the cloud.'),
  settings: z
    .array(z.object({ label: z.string().describe('What'), value: z.string().describe('What it will be') }))
    .describe('What else will be set, such as the regions or the type of the subscription.'),
  steps: z.array(z.string().describe('What is done, in this order')),
});
/** The parts that would be made of a request. */
export type Plan = z.output<typeof plan>;

const preview = z.object({
  data: z.object({
    plan: plan.nullable().describe('null while too little is filled in.'),
    errors: z.array(wrong),
  }),
  meta: z.object({
    unchecked: z.string().nullable().describe('Why the cloud could not check it; null where it was.'),
  }),
});
/** The plan of a request, and all of its errors so far. */
export type RequestPreview = z.output<typeof preview>;

const dryRun = z
  .unknown()
  .optional()
  .meta({ type: 'boolean', description: 'true: nothing is made; what would be is answered.' });

/** The call by which an account is requested, as its request is declared. Its errors are found with its cloud. */
export const requestAccountCall = (request: CloudRequest) =>
  defineCall({
    ...OF_FACTORY,
    topic: 'factory',
    method: 'POST',
    path: request.path,
    summary: request.action,
    description:
      'Answers 202 with the deployment that makes it; follow it at /api/cloud_deployments/{id}. With dry_run nothing ' +
      'is made: 200 has what would be, and everything that is wrong so far.',
    success: 'It will be made',
    status: 202,
    refusals: [409, 422],
    body: bodyOf(request, { dry_run: dryRun }),
    checksBody: 'handler',
    wrapper: request.wrapper,
    data: deployment,
    preview: { success: 'What would be made', answer: preview },
  });

const charged = z.object({
  model: z.enum(['cost_centers', 'cost_center_networks', 'project_ids']),
  id: z.int(),
  identifier: z.string().describe('As the reference data has it'),
  cost_center: z.string().nullable().describe('The cost center behind it; its own where it is one.'),
  owner: z.string().nullable().describe('The owner of that cost center; null where they have left.'),
  department: z.string().nullable(),
  business_unit: z.string().nullable(),
});
/** Whoever pays, as the reference data has it. */
export type Charged = z.output<typeof charged>;

/** Finds who pays by the name that a request gives. */
export const readCharged = defineCall({
  ...OF_FACTORY,
  topic: 'factory',
  method: 'GET',
  path: '/charged',
  summary: 'Who is charged by a name, and the owner, department and business unit that follow',
  description:
    'A cost center that is valid today, a network or a project. White space may be written as hyphens.',
  success: 'Who is charged; null where nobody is called so',
  query: z.strictObject({ identifier: z.string().describe('Of a cost center, a network or a project.') }),
  data: charged.nullable(),
});

const OF_DEPLOYMENT = {
  ...OF_FACTORY,
  topic: cloudDeployments.name,
  method: 'POST',
  success: 'As it is now',
  status: 202,
  refusals: [404, 409, 422],
  params: z.strictObject({ id: idOf(cloudDeployments.label[0]) }),
  wrapper: cloudDeployments.singular,
  data: deployment,
} as const;

const decision = z.strictObject({
  reason: fieldGiven('reason', longText('Reason', { max: 2000 })).describe('Why; the history keeps it.'),
});

/** Lets a deployment that failed go on. */
export const retryDeployment = defineCall({
  ...OF_DEPLOYMENT,
  path: `/${cloudDeployments.name}/:id/retry`,
  summary: 'Try a failed cloud deployment again',
  description:
    'It goes on from the step that failed. One that is done but for the budget of its cloud, or steps of its baseline, has those made.',
});

/** Ends a deployment of which nothing was made. */
export const cancelDeployment = defineCall({
  ...OF_DEPLOYMENT,
  path: `/${cloudDeployments.name}/:id/cancel`,
  summary: 'Cancel a cloud deployment',
  description: 'Only before the first call to the provider.',
});

/** Approves a request that waits for it. */
export const approveDeployment = defineCall({
  ...OF_DEPLOYMENT,
  path: `/${cloudDeployments.name}/:id/approve`,
  summary: 'Approve a cloud deployment',
  description:
    'For somebody else than the requester; it begins then. What no longer holds of the request, such as a cost ' +
    'center that has expired meanwhile, is refused.',
  body: decision,
});

/** Declines a request that waits for approval. */
export const declineDeployment = defineCall({
  ...OF_DEPLOYMENT,
  path: `/${cloudDeployments.name}/:id/decline`,
  summary: 'Decline a cloud deployment',
  description: 'For somebody else than the requester; it is cancelled then.',
  body: decision,
});

/** Whether a value that is no longer valid is left out, or kept to be checked by a person. */
const NOTED = ['left out', 'to be looked at'] as const;

const copy = z.object({
  request: z
    .enum(cloudRequests.map(({ name }) => name))
    .describe('The kind of the request, such as aws_account.'),
  name: z.string().describe('What the request is like'),
  values: z.record(z.string(), z.unknown()).describe('By field of the request.'),
  notes: z
    .array(
      z.object({
        field: z.string().describe('Its name in the request'),
        message: z.string().describe('What is the matter with it'),
        is: z.enum(NOTED),
      }),
    )
    .describe('What is no longer valid: left out, or kept to be checked by a person.'),
});
/** The start values of a request that is like an account or a deployment. */
export type RequestCopy = z.output<typeof copy>;

/** The start values of a request that is like a record of this model. */
const copyOf = ({
  name,
  label: [noun],
}: typeof cloudParents | typeof cloudDeployments | typeof requestTemplates) =>
  defineCall({
    ...OF_FACTORY,
    topic: 'factory',
    method: 'GET',
    path: `/${name}/:id/request_copy`,
    summary: `Prefill a request with the values of a ${noun.toLowerCase()}`,
    description:
      'All that may be the same in two accounts. What names the account is left out, and what no longer holds: each such ' +
      'value has a sentence.',
    success: 'What the request begins with',
    refusals: [404, 409],
    params: z.strictObject({ id: idOf(noun) }),
    data: copy,
  });

/** The start values of a request that is like an account. */
export const copyAccount = copyOf(cloudParents);
/** The start values of a request that is like a deployment. */
export const copyDeployment = copyOf(cloudDeployments);
/** The start values of a request that begins from a template. */
export const copyTemplate = copyOf(requestTemplates);
