import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { openGitHub } from '#server/providers/github/github.ts';
import { appKey } from '#tests/support/github.ts';

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  body,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
});
const error = (status: number, message: string, headers: Record<string, string> = {}): Answer =>
  json(
    status,
    { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
    headers,
  );

const INSTALLATION = json(200, {
  id: 7,
  permissions: { organization_copilot_seat_management: 'write' },
  suspended_at: null,
});
const TOKEN = json(201, { token: 'ghs_x', expires_at: '2999-01-01T00:00:00Z', permissions: {} });

/** The answers of GitHub to an App that asks for its installation, for a token, and for seats. */
let answers: { installation: Answer; token: Answer; seats: Answer };
beforeEach(() => {
  answers = { installation: INSTALLATION, token: TOKEN, seats: error(500, 'Server Error') };
});
const versions = new Set<string | undefined>();
const server = createServer((request, response) => {
  versions.add(request.headers['x-github-api-version']?.toString());
  const path = request.url ?? '';
  const { status, body, headers } = path.endsWith('/installation')
    ? answers.installation
    : path.endsWith('/access_tokens')
      ? answers.token
      : answers.seats;
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
afterAll(() => server.close());

const github = openGitHub({
  api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  simulated: false,
});
const app = { appId: '381200', privateKey: appKey().privateKey };

async function becomes(call: () => Promise<unknown>): Promise<[kind: string | null, message: string]> {
  try {
    expect(await call()).toBeNull();
    return [null, ''];
  } catch (failure) {
    if (!(failure instanceof ProviderFailure)) throw failure;
    const { kind, retryAfterSeconds, message } = failure;
    return [retryAfterSeconds === null ? kind : `${kind} ${retryAfterSeconds}`, message];
  }
}

const inAnHour = () => String(Math.floor(Date.now() / 1000) + 3600);

describe('an answer to a call for a seat', () => {
  test.each<
    [
      what: string,
      answer: () => Answer,
      change: string | RegExp,
      look: string | RegExp | null,
      sentence: RegExp,
    ]
  >([
    [
      'a secondary rate limit that names a pause',
      () => error(403, 'You have exceeded a secondary rate limit.', { 'retry-after': '240' }),
      'busy 240',
      'busy 240',
      /called too often/,
    ],
    [
      'a secondary rate limit that names none',
      () => error(429, 'You have exceeded a secondary rate limit.'),
      'busy 60',
      'busy 60',
      /called too often/,
    ],
    [
      'the calls of an hour that are used up',
      () =>
        error(403, 'API rate limit exceeded for installation ID 7.', {
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': inAnHour(),
        }),
      /^busy 3[56]\d\d$/,
      /^busy 3[56]\d\d$/,
      /called too often/,
    ],
    [
      'a right that is missing',
      () => error(403, 'Resource not accessible by integration'),
      'refused',
      'refused',
      /Give it the organization permission 'GitHub Copilot Business'/,
    ],
    ['nothing there', () => error(404, 'Not Found'), 'refused', null, /it has no such member of games/],
    [
      'an organization without Copilot',
      () => error(422, 'Copilot Business is not enabled for this organization.'),
      'refused',
      'refused',
      /refuses to give ada a seat .*: Copilot Business is not enabled for this organization\.$/,
    ],
    [
      'Copilot for all members',
      () =>
        error(
          422,
          'Your organization has enabled Copilot access for all members. Enable access for selected members in order to manage seats via the API.',
        ),
      'refused',
      'refused',
      /Enable access for selected members/,
    ],
    [
      'an old version of the API',
      () => error(410, 'This API version is no longer supported.'),
      'refused',
      'refused',
      /Bring Skyledger up to date/,
    ],
    [
      'a version that GitHub does not know',
      () => error(400, 'The API version 2022-11-28 is not a supported version.'),
      'refused',
      'refused',
      /Bring Skyledger up to date/,
    ],
    [
      'a token that ended',
      () => error(401, 'Bad credentials'),
      'away',
      'away',
      /Another one is requested when this is tried/,
    ],
    ['a conflict', () => error(409, 'Conflict'), 'refused', 'refused', /refuses to give ada a seat/],
    [
      'an error of GitHub',
      () => error(500, 'Server Error'),
      'ambiguous',
      'away',
      /it may be done all the same/,
    ],
    ['a timeout', () => error(502, 'Server Error'), 'ambiguous', 'away', /it may be done all the same/],
    [
      'a GitHub that is down',
      () => ({ status: 503, body: '<html>Unicorn!</html>', headers: { 'content-type': 'text/html' } }),
      'ambiguous',
      'away',
      /it may be done all the same/,
    ],
    [
      'an answer of another shape',
      () => json(200, { seats: 'none' }),
      'ambiguous',
      'away',
      /it may be done all the same/,
    ],
  ])('%s', async (_, answer, change, look, sentence) => {
    answers.seats = answer();
    const [changed, message] = await becomes(() => github.addSeat(app, 'games', 'ada'));
    expect(message).toMatch(sentence);
    const [read] = await becomes(() => github.seat(app, 'games', 'ada'));
    expect([String(changed), String(read)]).toEqual([
      expect.stringMatching(change ?? /^null$/),
      expect.stringMatching(look ?? /^null$/),
    ]);
  });
});

describe('an answer to an App', () => {
  test.each<[what: string, part: 'installation' | 'token', answer: Answer, sentence: RegExp]>([
    [
      'a key of another App',
      'installation',
      error(401, 'A JSON web token could not be decoded'),
      /does not accept the private key of the App 381200/,
    ],
    [
      'an App that is not there',
      'installation',
      error(404, 'Integration not found'),
      /has no App with the ID 381200/,
    ],
    [
      'an organization without it',
      'installation',
      error(404, 'Not Found'),
      /is not installed in the organization games/,
    ],
    [
      'an installation that is suspended',
      'token',
      error(403, 'This installation has been suspended'),
      /is suspended/,
    ],
    [
      'a clock that is wrong',
      'token',
      error(401, "'Expiration time' claim ('exp') is too far in the future"),
      /the clock of this machine is wrong/,
    ],
  ])('%s', async (_, part, answer, sentence) => {
    answers[part] = answer;
    const [kind, message] = await becomes(() => github.right(app, 'games'));
    expect([kind, message]).toEqual(['refused', expect.stringMatching(sentence)]);
  });
});

test('a right of administration is one to Copilot, and one without any is not asked further', async () => {
  const permitted = (permissions: object) => json(200, { id: 7, permissions, suspended_at: null });
  answers.installation = permitted({ organization_administration: 'read' });
  expect(await github.right(app, 'games')).toBe('read');
  expect((await becomes(() => github.addSeat(app, 'games', 'ada')))[1]).toMatch(/may not give ada a seat/);
  answers.installation = permitted({ metadata: 'read' });
  answers.seats = error(404, 'Not Found');
  // GitHub would say that there is no seat.
  expect((await becomes(() => github.seat(app, 'games', 'ada')))[0]).toBe('refused');
});

test('every call names the version of the API', () => {
  expect([...versions]).toEqual(['2022-11-28']);
});
