import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { ProviderFailure } from '../common/interface.ts';
import type { AwsProvider } from './interface.ts';
import { openAws } from './provider.ts';

/** What AWS answers: the status, and the body in the protocol of the service. */
interface Answer {
  /** For the titles of tests. */
  name: string;
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/** AWS JSON 1.1: the type of an error is in the body; what is no fault of AWS has the status 400. */
const json = (type: string, more: Record<string, unknown> = {}, status = 400): Answer => ({
  name: [status, type, more['Reason'] ?? ''].join(' ').trimEnd(),
  status,
  body: JSON.stringify({ __type: type, Message: `${type} it says.`, ...more }),
});
/** REST: the type is in a header. */
const rest = (status: number, type: string, headers: Record<string, string> = {}): Answer => ({
  name: `${status} ${type}`,
  status,
  body: JSON.stringify({ message: `${type} it says.` }),
  headers: { 'x-amzn-errortype': type, ...headers },
});
/** The query protocol of STS. */
const xml = (status: number, code: string): Answer => ({
  name: `${status} ${code}`,
  status,
  body: `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${code} it says.</Message></Error><RequestId>1</RequestId></ErrorResponse>`,
});
const page: Answer = { name: '503 and a page', status: 503, body: '<html>Service Unavailable</html>' };
const unreadable: Answer = { name: '200 and a page', status: 200, body: '<html>' };

const ACCOUNT = '200000000002';
/** The age in minutes of the account that calls are about. */
let age = 0;
let answer: Answer = page;
const described = (): Answer => ({
  name: 'the account',
  status: 200,
  body: JSON.stringify({ Account: { Id: ACCOUNT, JoinedTimestamp: Date.now() / 1000 - age * 60 } }),
});

/** The operation of a request in any of the protocols. */
function operationOf({ headers, url = '' }: IncomingMessage, body: string): string {
  const [, target] = String(headers['x-amz-target'] ?? '').split('.');
  return target ?? new URLSearchParams(body).get('Action') ?? url.slice(1);
}

const server = createServer((request, response) => {
  void buffer(request).then((body) => {
    const isAge = operationOf(request, body.toString()) === 'DescribeAccount' && age !== 0;
    const { status, body: text, headers } = isAge ? described() : answer;
    response.writeHead(status, headers).end(text);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());
const { port } = server.address() as AddressInfo;

const open = (): AwsProvider =>
  openAws({
    api: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret' },
    region: 'us-east-1',
    organization: null,
    catalogRole: 'Catalog',
    aggregator: 'all',
  });

const permissionSet = { instance: 'arn:aws:sso:::instance/ssoins-1', arn: 'arn:aws:sso:::permissionSet/1' };
const contact = { name: 'Jane', title: 'Owner', email: 'jane@example.com', phone: '+1 555 0100' };
const calls = {
  create: async (aws: AwsProvider) => aws.createAccount({ name: 'a', email: 'a@example.com', tags: {} }),
  describe: async (aws: AwsProvider) => aws.account(ACCOUNT),
  move: async (aws: AwsProvider) => aws.moveAccount(ACCOUNT, 'r-1234', 'ou-1234-12345678'),
  place: async (aws: AwsProvider) => aws.parentOf(ACCOUNT),
  tag: async (aws: AwsProvider) => aws.tag(ACCOUNT, { CostCenter: '1' }),
  contact: async (aws: AwsProvider) => aws.putContact(ACCOUNT, 'BILLING', contact),
  enable: async (aws: AwsProvider) => aws.enableRegion(ACCOUNT, 'af-south-1'),
  assign: async (aws: AwsProvider) => aws.assign({ accountId: ACCOUNT, permissionSet, group: 'group' }),
  product: async (aws: AwsProvider) => aws.catalog.updateProduct('prod-1', { name: 'a', description: 'b' }),
  identity: async (aws: AwsProvider) => aws.identity(),
} satisfies Record<string, (aws: AwsProvider) => Promise<unknown>>;

/** What becomes of a call: done, or the kind of its failure, its code, and the seconds until the next call. */
async function outcome(call: keyof typeof calls): Promise<string> {
  try {
    await calls[call](open());
    return 'done';
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const { kind, code, retryAfterSeconds } = error;
    return [kind, code, ...(retryAfterSeconds === null ? [] : [retryAfterSeconds])].join(' ');
  }
}

const constraint = (Reason: string) => json('ConstraintViolationException', { Reason });

type Row = [call: keyof typeof calls, answer: Answer, becomes: string];
const titled = (rows: readonly Row[]) =>
  rows.map(([call, given, becomes]) => ({ call, says: given.name, becomes, given }));

/** Errors that the service models of AWS name for each call, and those that all services have in common. */
const TABLE: readonly Row[] = [
  // Called too often, or not yet.
  ['create', json('TooManyRequestsException'), 'busy TooManyRequestsException'],
  ['create', json('ThrottlingException'), 'busy ThrottlingException'],
  [
    'create',
    constraint('ACCOUNT_CREATION_RATE_LIMIT_EXCEEDED'),
    'busy ACCOUNT_CREATION_RATE_LIMIT_EXCEEDED 600',
  ],
  ['create', json('FinalizingOrganizationException'), 'busy FinalizingOrganizationException 600'],
  [
    'contact',
    rest(429, 'TooManyRequestsException', { 'retry-after': '7' }),
    'busy TooManyRequestsException 7',
  ],
  [
    'assign',
    json('ThrottlingException', { Reason: 'KMS_ThrottlingException' }),
    'busy KMS_ThrottlingException',
  ],
  ['identity', xml(400, 'Throttling'), 'busy Throttling'],
  // Refused, however often it is called.
  ['create', constraint('ACCOUNT_NUMBER_LIMIT_EXCEEDED'), 'refused ACCOUNT_NUMBER_LIMIT_EXCEEDED'],
  ['create', constraint('ACCOUNT_CREATION_NOT_COMPLETE'), 'refused ACCOUNT_CREATION_NOT_COMPLETE'],
  ['create', json('InvalidInputException', { Reason: 'INVALID_PATTERN' }), 'refused INVALID_PATTERN'],
  ['create', json('AWSOrganizationsNotInUseException'), 'refused AWSOrganizationsNotInUseException'],
  ['create', json('AccessDeniedException'), 'refused AccessDeniedException'],
  ['create', json('UnrecognizedClientException'), 'refused UnrecognizedClientException'],
  ['tag', constraint('MAX_TAG_LIMIT_EXCEEDED'), 'refused MAX_TAG_LIMIT_EXCEEDED'],
  ['contact', rest(400, 'ValidationException'), 'refused ValidationException'],
  ['assign', json('ServiceQuotaExceededException'), 'refused ServiceQuotaExceededException'],
  ['assign', json('ValidationException'), 'refused ValidationException'],
  ['product', json('InvalidParametersException'), 'refused InvalidParametersException'],
  ['product', json('LimitExceededException'), 'refused LimitExceededException'],
  ['product', json('ResourceNotFoundException'), 'refused ResourceNotFoundException'],
  ['identity', xml(403, 'InvalidClientTokenId'), 'refused InvalidClientTokenId'],
  // Credentials that have ended come again.
  ['create', json('ExpiredTokenException'), 'away ExpiredTokenException'],
  ['identity', xml(403, 'ExpiredToken'), 'away ExpiredToken'],
  // It may have been done all the same.
  ['create', json('ServiceException', {}, 500), 'ambiguous ServiceException'],
  ['create', json('ConcurrentModificationException'), 'ambiguous ConcurrentModificationException'],
  ['create', unreadable, 'ambiguous SyntaxError'],
  ['create', page, 'ambiguous SyntaxError'],
  ['assign', json('ConflictException'), 'ambiguous ConflictException'],
  ['assign', json('InternalServerException', {}, 500), 'ambiguous InternalServerException'],
  ['enable', rest(409, 'ConflictException'), 'ambiguous ConflictException'],
  ['enable', rest(500, 'InternalServerException'), 'ambiguous InternalServerException'],
  // It is there already, or not at all.
  ['move', json('DuplicateAccountException'), 'done'],
  ['describe', json('AccountNotFoundException'), 'done'],
];

it.each(titled(TABLE))('to $call, the answer $says means: $becomes', async ({ call, given, becomes }) => {
  age = 0;
  answer = given;
  expect(await outcome(call)).toBe(becomes);
});

/** What services say of an account that they do not know yet, and what it means of an old one. */
const LATE: readonly Row[] = [
  ['contact', rest(403, 'AccessDeniedException'), 'refused AccessDeniedException'],
  ['enable', rest(403, 'AccessDeniedException'), 'refused AccessDeniedException'],
  ['assign', json('ResourceNotFoundException'), 'refused ResourceNotFoundException'],
  ['tag', json('TargetNotFoundException'), 'away TargetNotFoundException'],
  ['place', json('ChildNotFoundException'), 'away ChildNotFoundException'],
  ['move', json('AccountNotFoundException'), 'away AccountNotFoundException'],
];

it.each(titled(LATE))(
  'to $call, the answer $says is waited for of a new account',
  async ({ call, given, becomes }) => {
    answer = given;
    const [, code] = becomes.split(' ');
    age = 14;
    expect(await outcome(call)).toBe(`busy ${code} 30`);
    age = 16;
    expect(await outcome(call)).toBe(becomes);
  },
);

it('says of a new account that it is waited for, behind what AWS says', async () => {
  answer = json('ResourceNotFoundException', { Message: 'Account not found' });
  age = 1;
  await expect(calls.assign(open())).rejects.toThrow(
    'AWS did not assign the permission set: Account not found. (ResourceNotFoundException) The account is new, and not all of AWS knows it yet. It is tried again.',
  );
});
