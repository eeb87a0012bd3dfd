import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { openGcp } from '#server/providers/gcp/gcp.ts';

const TOKEN = { status: 200, body: { access_token: 'a', expires_in: 3600, token_type: 'Bearer' } };
let token: { status: number; body: unknown; type?: string } = TOKEN;
/** The body that Google answers every call with, but that for a token. */
let answer: { status: number; body: unknown; type?: string } = { status: 500, body: '' };
const server = createServer((request, response) => {
  const { status, body, type } = request.url === '/token' ? token : answer;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': type ?? 'application/json' }).end(text);
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
afterAll(() => server.close());

const access = {
  organization: '1',
  billingAccount: 'billingAccounts/01A2B3-C4D5E6-F7A8B9',
  api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  simulated: false,
};
const gcp = openGcp(access);

const RPC = 'type.googleapis.com/google.rpc';
const info = (reason: string, metadata: Record<string, string> = {}, domain = 'googleapis.com') => ({
  '@type': `${RPC}.ErrorInfo`,
  reason,
  domain,
  metadata,
});
const error = (status: number, name: string, message: string, ...details: unknown[]) => ({
  status,
  body: { error: { code: status, message, status: name, details } },
});
const CONSUMER = { service: 'cloudresourcemanager.googleapis.com', consumer: 'projects/123' };

/** Errors as Google documents them or is known to answer them, and what becomes of them for a change and for a look-up. */
const TABLE: readonly [
  what: string,
  answered: typeof answer,
  change: string,
  look: string | null,
  sentence: RegExp,
][] = [
  [
    'an API that is not enabled',
    error(
      403,
      'PERMISSION_DENIED',
      'Cloud Resource Manager API has not been used in project 123 before or it is disabled.',
      info('SERVICE_DISABLED', CONSUMER),
    ),
    'refused SERVICE_DISABLED',
    'refused SERVICE_DISABLED',
    /gcloud services enable cloudresourcemanager\.googleapis\.com --project 123/,
  ],
  [
    'an API that is not enabled, by the message alone',
    error(
      403,
      'PERMISSION_DENIED',
      'Cloud Resource Manager API has not been used in project 123 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/cloudresourcemanager.googleapis.com/overview?project=123 then retry.',
    ),
    'refused SERVICE_DISABLED',
    'refused SERVICE_DISABLED',
    /gcloud services enable cloudresourcemanager\.googleapis\.com --project 123/,
  ],
  [
    'no permission, or nothing there',
    error(403, 'PERMISSION_DENIED', 'The caller does not have permission'),
    'refused PERMISSION_DENIED',
    null,
    /Give the service account of the portal the role/,
  ],
  [
    'a permission that IAM names',
    error(
      403,
      'PERMISSION_DENIED',
      "Permission 'resourcemanager.projects.create' denied on resource '//cloudresourcemanager.googleapis.com/folders/1' (or it may not exist).",
      info('IAM_PERMISSION_DENIED', { permission: 'resourcemanager.projects.create' }, 'iam.googleapis.com'),
    ),
    'refused PERMISSION_DENIED',
    null,
    /'resourcemanager\.projects\.create' denied .* the role that this needs/,
  ],
  [
    'a project to call for whose billing is off',
    error(
      403,
      'PERMISSION_DENIED',
      'This API method requires billing to be enabled.',
      info('BILLING_DISABLED', CONSUMER),
    ),
    'refused BILLING_DISABLED',
    'refused BILLING_DISABLED',
    /Link a billing account to the project that the service account/,
  ],
  [
    'a service that is not there',
    error(
      403,
      'PERMISSION_DENIED',
      'Not found or permission denied for service(s): nothing.googleapis.com.',
      info('SERVICE_CONFIG_NOT_FOUND_OR_PERMISSION_DENIED', {}, 'serviceusage.googleapis.com'),
    ),
    'refused SERVICE_CONFIG_NOT_FOUND_OR_PERMISSION_DENIED',
    'refused SERVICE_CONFIG_NOT_FOUND_OR_PERMISSION_DENIED',
    /Correct its name in the request template/,
  ],
  [
    'a service that costs something, where nobody pays',
    error(
      400,
      'FAILED_PRECONDITION',
      "Billing account for project '123' is not found. Billing must be enabled for activation of service(s) 'compute.googleapis.com' to proceed.",
      info('UREQ_PROJECT_BILLING_NOT_FOUND', {}, 'serviceusage.googleapis.com/billing-enabled'),
    ),
    'refused UREQ_PROJECT_BILLING_NOT_FOUND',
    'refused UREQ_PROJECT_BILLING_NOT_FOUND',
    /Link a billing account to the project, then retry/,
  ],
  [
    'a token without the scope',
    error(
      403,
      'PERMISSION_DENIED',
      'Request had insufficient authentication scopes.',
      info('ACCESS_TOKEN_SCOPE_INSUFFICIENT', CONSUMER),
    ),
    'refused ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    'refused ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    /the scope https:\/\/www\.googleapis\.com\/auth\/cloud-platform/,
  ],
  [
    'a perimeter of VPC Service Controls',
    error(
      403,
      'PERMISSION_DENIED',
      "Request is prohibited by organization's policy.",
      info('SECURITY_POLICY_VIOLATED', CONSUMER),
    ),
    'refused SECURITY_POLICY_VIOLATED',
    'refused SECURITY_POLICY_VIOLATED',
    /perimeter of VPC Service Controls/,
  ],
  [
    'too many calls in a minute',
    error(
      429,
      'RESOURCE_EXHAUSTED',
      "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute' of service 'cloudresourcemanager.googleapis.com' for consumer 'project_number:123'.",
      info('RATE_LIMIT_EXCEEDED', CONSUMER),
      { '@type': `${RPC}.RetryInfo`, retryDelay: '17s' },
    ),
    'busy RESOURCE_EXHAUSTED 17',
    'busy RESOURCE_EXHAUSTED 17',
    /The portal asks again by itself\.$/,
  ],
  [
    'too many calls, without more',
    error(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
    'busy RESOURCE_EXHAUSTED',
    'busy RESOURCE_EXHAUSTED',
    /The portal asks again by itself\.$/,
  ],
  [
    'a quota of projects that is spent',
    error(
      429,
      'RESOURCE_EXHAUSTED',
      'The project cannot be created because you have exceeded your allotted project quota.',
    ),
    'refused RESOURCE_EXHAUSTED',
    'refused RESOURCE_EXHAUSTED',
    /Have Google raise the quota/,
  ],
  [
    'a quota of the billing account that is spent',
    error(400, 'FAILED_PRECONDITION', 'Precondition check failed.', {
      '@type': `${RPC}.QuotaFailure`,
      violations: [
        {
          subject: 'billingAccounts/01A2B3-C4D5E6-F7A8B9',
          description:
            'Cloud billing quota exceeded: https://support.google.com/code/contact/billing_quota_increase',
        },
      ],
    }),
    'refused RESOURCE_EXHAUSTED',
    'refused RESOURCE_EXHAUSTED',
    /Cloud billing quota exceeded: .* Have Google raise the quota/,
  ],
  [
    'a field that is wrong',
    error(400, 'INVALID_ARGUMENT', 'field [project_id] has issue [it has a wrong length]', {
      '@type': `${RPC}.BadRequest`,
      fieldViolations: [{ field: 'project_id', description: 'It has a wrong length.' }],
    }),
    'refused INVALID_ARGUMENT',
    'refused INVALID_ARGUMENT',
    /wrong length\]\.$/,
  ],
  [
    'something that is gone',
    error(404, 'NOT_FOUND', 'Requested entity was not found.'),
    'refused NOT_FOUND',
    null,
    /was not found\.$/,
  ],
  [
    'something that is there already',
    error(409, 'ALREADY_EXISTS', 'Requested entity already exists'),
    'ambiguous ALREADY_EXISTS',
    'ambiguous ALREADY_EXISTS',
    /It may have been done all the same/,
  ],
  [
    'a change at the same time',
    error(409, 'ABORTED', 'There were concurrent policy changes.'),
    'ambiguous ABORTED',
    'ambiguous ABORTED',
    /It may have been done all the same/,
  ],
  [
    'credentials that are revoked',
    error(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
    'away UNAUTHENTICATED',
    'away UNAUTHENTICATED',
    /Sign the portal in again/,
  ],
  [
    'an error inside',
    error(500, 'INTERNAL', 'Internal error encountered.'),
    'ambiguous INTERNAL',
    'away INTERNAL',
    /Internal error encountered\./,
  ],
  [
    'a service that is down',
    error(503, 'UNAVAILABLE', 'The service is currently unavailable.'),
    'ambiguous UNAVAILABLE',
    'away UNAVAILABLE',
    /currently unavailable\./,
  ],
  [
    'a deadline that is over',
    error(504, 'DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.'),
    'ambiguous DEADLINE_EXCEEDED',
    'away DEADLINE_EXCEEDED',
    /Deadline expired/,
  ],
  [
    'a call that was cancelled',
    error(499, 'CANCELLED', 'The operation was cancelled.'),
    'ambiguous CANCELLED',
    'away CANCELLED',
    /was cancelled\./,
  ],
  [
    'the page of a proxy',
    { status: 403, body: '<html>Forbidden</html>', type: 'text/html' },
    'ambiguous null',
    'away null',
    /the answer cannot be read/,
  ],
];

async function becomes(call: () => Promise<unknown>): Promise<{ kind: string | null; message: string }> {
  try {
    expect(await call()).toBeNull();
    return { kind: null, message: '' };
  } catch (failure) {
    if (!(failure instanceof ProviderFailure)) throw failure;
    const { kind, code, retryAfterSeconds, message } = failure;
    return {
      kind: [kind, code ?? 'null', retryAfterSeconds].filter((one) => one !== null).join(' '),
      message,
    };
  }
}

test.each(TABLE)(
  '%s: what it means for a change and for a look-up',
  async (_, answered, change, look, sentence) => {
    answer = answered;
    const changed = await becomes(() =>
      gcp.createProject({ id: 'shop-frontend', name: 'Shop', parent: 'folders/1', labels: {} }),
    );
    expect([changed.kind, changed.message]).toEqual([change, expect.stringMatching(sentence)]);
    expect((await becomes(() => gcp.folder('1'))).kind).toBe(look);
  },
);

test.each([
  [6, 'ALREADY_EXISTS', 'Requested entity already exists', / Retry asks for it anew\.$/],
  [
    8,
    'RESOURCE_EXHAUSTED',
    'You have exceeded your allotted project quota.',
    / Have Google raise the quota /,
  ],
  [3, 'INVALID_ARGUMENT', 'The parent is wrong.', / Change what the request names, and ask again\.$/],
  [7, 'PERMISSION_DENIED', 'Denied by a policy.', / Give the service account of the portal the role /],
  [14, 'UNAVAILABLE', '', /UNAVAILABLE\. Retry asks for it anew\.$/],
])('an operation that ended with %i is %s', async (code, name, message, sentence) => {
  // Google's clients know no such detail.
  const details = [{ '@type': `${RPC}.QuotaFailure`, violations: [{ description: message }] }];
  answer = { status: 200, body: { name: 'operations/cp.1', done: true, error: { code, message, details } } };
  const creation = await gcp.creation('operations/cp.1');
  if (creation.state !== 'failed') throw new Error(`It is ${creation.state}.`);
  expect(creation.failure).toMatchObject({ kind: 'refused', code: name });
  expect(creation.failure.message).toMatch(sentence);
});

test('a key that Google does not take is nothing that a call may have done', async () => {
  token = { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } };
  const changed = await becomes(() =>
    openGcp(access).createProject({ id: 'shop-frontend', name: 'Shop', parent: 'folders/1', labels: {} }),
  );
  token = TOKEN;
  expect([changed.kind, changed.message]).toEqual([
    'away null',
    expect.stringMatching(/Sign the portal in again/),
  ]);
});
