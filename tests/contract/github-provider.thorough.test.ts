import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { openGitHub } from '#server/providers/github/github.ts';
import type { FoundSeat, GitHub, GitHubApp } from '#server/providers/github/interface.ts';
import type { SimulatedApp } from '#simulators/github/github.ts';
import { refusingPort } from '#tests/support/free-port.ts';
import { appKey, seatOf, withGitHub } from '#tests/support/github.ts';

const { privateKey, publicKey } = appKey();
const app: GitHubApp = { appId: '381200', privateKey };
const installed = (copilot: 'write' | 'read' | 'none' = 'write', more: object = {}): SimulatedApp => ({
  publicKey,
  installations: [{ organization: 'games', copilot, ...more }],
});
const withGames = (known = installed(), options = {}) => withGitHub({ '381200': known }, options);

async function allSeats(github: GitHub, given = app, organization = 'games'): Promise<FoundSeat[]> {
  const found: FoundSeat[] = [];
  for await (const page of github.seats(given, organization)) found.push(...page);
  return found;
}

/** What a call failed with. */
async function failureOf(act: () => Promise<unknown>): Promise<ProviderFailure> {
  try {
    await act();
  } catch (error) {
    if (error instanceof ProviderFailure) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

const many = (count: number) => Array.from({ length: count }, (_, at) => seatOf(`octo-${at}`));

describe('the seats of an organization', () => {
  it('are read page by page, as GitHub tells them', async () => {
    const { simulator, github } = await withGames();
    const odd = seatOf('Zoe', {
      plan: 'enterprise',
      lastActivityAt: null,
      lastEditor: null,
      pendingCancellation: '2999-01-01',
      team: 'Everybody',
    });
    simulator.put({ name: 'games', copilot: true, seats: [...many(230), odd] });
    const seats = await allSeats(github);
    expect([seats.length, simulator.faults.calls('ListSeats')]).toEqual([231, 3]);
    expect(seats.at(-1)).toEqual({
      login: 'Zoe',
      plan: 'enterprise',
      lastActivityAt: null,
      lastActivityEditor: null,
      pendingCancellation: '2999-01-01',
      team: 'Everybody',
      createdAt: '2026-01-05T08:00:00Z',
    });
  });

  it('are waited for where GitHub wants a short pause', async () => {
    const { simulator, github } = await withGames();
    simulator.put({ name: 'games', copilot: true, seats: many(3) });
    simulator.faults.plan('ListSeats', 'throttled');
    simulator.faults.plan('GetInstallation', 'throttled');
    expect(await allSeats(github)).toHaveLength(3);
    expect(simulator.faults.calls('ListSeats')).toBe(2);
  });

  it('are not waited for over minutes: whoever asks is told for how long', async () => {
    const { simulator, github } = await withGames(installed(), { pauseSeconds: 240 });
    simulator.faults.plan('ListSeats', 'throttled');
    expect(await failureOf(() => allSeats(github))).toMatchObject({ kind: 'busy', retryAfterSeconds: 240 });
    const hourly = await withGames(installed(), { callsPerHour: 0 });
    const failure = await failureOf(() => allSeats(hourly.github));
    expect(failure.kind).toBe('busy');
    expect(failure.retryAfterSeconds).toBeGreaterThan(3500);
  });

  it('are none where half of them was told, and where the answer cannot be read', async () => {
    const { simulator, github } = await withGames();
    simulator.put({ name: 'games', copilot: true, seats: many(150) });
    for (const fault of ['failing', 'garbage', 'lost'] as const) {
      const pages = github.seats(app, 'games')[Symbol.asyncIterator]();
      expect((await pages.next()).value).toHaveLength(100);
      simulator.faults.plan('ListSeats', fault);
      const failure = await failureOf(() => pages.next());
      expect([failure.kind, failure.message]).toEqual([
        'away',
        'GitHub could not be called to read the seats of Copilot for games: it did not answer as expected. See www.githubstatus.com where this stays.',
      ]);
    }
  });

  it('are asked for with another token once the first is too old', async () => {
    const { github } = await withGames(installed(), { tokenSeconds: 3 });
    expect(await allSeats(github)).toEqual([]);
    expect(await allSeats(github)).toEqual([]);
  });
});

describe('a seat', () => {
  it('is added once, told, cancelled for the end of the cycle, and stays where it is added again', async () => {
    const { simulator, github } = await withGames();
    expect(await github.seat(app, 'games', 'ada')).toBeNull();
    await github.addSeat(app, 'games', 'ada');
    await github.addSeat(app, 'games', 'ADA');
    expect(simulator.organization('games').seats).toHaveLength(1);
    await github.removeSeat(app, 'games', 'ada');
    const cancelled = await github.seat(app, 'games', 'ada');
    expect(cancelled?.pendingCancellation).toMatch(/^\d{4}-\d\d-01$/);
    await github.addSeat(app, 'games', 'ada');
    expect(await github.seat(app, 'games', 'ada')).toMatchObject({ login: 'ada', pendingCancellation: null });
    await github.removeSeat(app, 'games', 'nobody');
  });

  it('of an enterprise managed user has an underscore in its name', async () => {
    const { github } = await withGames();
    await github.addSeat(app, 'games', 'mona-cat_octo');
    expect(await github.seat(app, 'games', 'mona-cat_octo')).toMatchObject({ login: 'mona-cat_octo' });
  });

  it('of a team is not taken away, and the sentence is GitHub’s own', async () => {
    const { simulator, github } = await withGames();
    simulator.put({ name: 'games', copilot: true, seats: [seatOf('ada', { team: 'All' })] });
    const failure = await failureOf(() => github.removeSeat(app, 'games', 'ada'));
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      'GitHub refuses to take the seat of ada in games away: The seat of ada cannot be cancelled because it was assigned via a team.',
    ]);
  });

  it.each(['lost', 'lost-garbage', 'failing'] as const)(
    'whose addition is %s may have been added: it is asked for once',
    async (fault) => {
      const { simulator, github } = await withGames();
      simulator.faults.plan('AddUsers', fault);
      const failure = await failureOf(() => github.addSeat(app, 'games', 'ada'));
      expect(failure.kind).toBe('ambiguous');
      expect(simulator.faults.calls('AddUsers')).toBe(1);
    },
  );

  it('is asked for once too where GitHub is asked too often', async () => {
    const { simulator, github } = await withGames();
    simulator.faults.plan('AddUsers', 'throttled');
    const failure = await failureOf(() => github.addSeat(app, 'games', 'ada'));
    expect([failure.kind, failure.retryAfterSeconds, simulator.faults.calls('AddUsers')]).toEqual([
      'busy',
      1,
      1,
    ]);
  });
});

describe('what is wrong with an App is said with what to do', () => {
  const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const locked = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  });

  it.each([
    ['no PEM', 'not a key', /is no private key in PEM.*\.pem file/],
    ['half a PEM', privateKey.slice(0, 300), /is no private key in PEM/],
    ['a key with a passphrase', locked.toString(), /locked by a passphrase/],
    ['no RSA key', ecKey.export({ type: 'pkcs8', format: 'pem' }).toString(), /is no RSA key/],
    ['the public key', publicKey, /is no private key/],
  ])('a key that is %s', async (_, wrong, sentence) => {
    const { simulator, github } = await withGames();
    const failure = await failureOf(() => allSeats(github, { ...app, privateKey: wrong }));
    expect([failure.kind, failure.code]).toEqual(['refused', 'BAD_KEY']);
    expect(failure.message).toMatch(sentence);
    expect(simulator.faults.operations()).toEqual([]);
  });

  it('a key whose lines are told apart by \\n is one', async () => {
    const { github } = await withGames();
    const oneLine = privateKey.trim().replaceAll('\n', '\\n');
    expect(await allSeats(github, { ...app, privateKey: oneLine })).toEqual([]);
  });

  it('the key of another App', async () => {
    const { github } = await withGames({ ...installed(), publicKey: appKey().publicKey });
    expect((await failureOf(() => allSeats(github))).message).toBe(
      "GitHub does not accept the private key of the App 381200 (games). Check that App ID and key belong to the same App, or make a new key in the App's settings.",
    );
  });

  it('an App that nobody knows, one that is not installed, and one that is suspended', async () => {
    const { github } = await withGames();
    const unknown = await failureOf(() => allSeats(github, { ...app, appId: '7' }));
    expect(unknown.message).toBe(
      'GitHub has no App with the ID 7 (games). Enter the App ID that its settings show.',
    );
    const elsewhere = await failureOf(() => allSeats(github, app, 'lottery'));
    expect(elsewhere.message).toMatch(
      /^The GitHub App 381200 is not installed in the organization lottery\./,
    );
    const suspended = await withGames(installed('write', { suspended: true }));
    const failure = await failureOf(() => allSeats(suspended.github));
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      'The installation of the GitHub App 381200 in games is suspended. Have an owner of the organization let it go on.',
    ]);
  });

  it('an App without the right to Copilot, and one that may only look', async () => {
    const none = await withGames(installed('none'));
    expect(await none.github.right(app, 'games')).toBe('none');
    const failure = await failureOf(() => allSeats(none.github));
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      "The GitHub App of games may not read the seats of Copilot. Give it the organization permission 'GitHub Copilot Business' (read and write) in its settings, and accept the new permission in the organization.",
    ]);
    const looks = await withGames(installed('read'));
    expect(await looks.github.right(app, 'games')).toBe('read');
    expect(await allSeats(looks.github)).toEqual([]);
    const change = await failureOf(() => looks.github.addSeat(app, 'games', 'ada'));
    expect([change.kind, change.message]).toEqual(['refused', expect.stringContaining('(read and write)')]);
  });

  it('an organization without Copilot', async () => {
    const { simulator, github } = await withGames();
    simulator.put({ name: 'games', copilot: false, seats: [] });
    const failure = await failureOf(() => allSeats(github));
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      expect.stringContaining('Copilot is not enabled for games'),
    ]);
  });

  it('a GitHub that no longer serves the version of its API', async () => {
    const { github } = await withGames(installed(), { apiVersions: ['2026-03-10', '2028-11-28'] });
    const failure = await failureOf(() => allSeats(github));
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      'GitHub no longer serves the version 2022-11-28 of its API, which this Skyledger speaks. Bring Skyledger up to date.',
    ]);
  });

  it('a GitHub that nobody reaches', async () => {
    const github = openGitHub({
      api: `http://127.0.0.1:${await refusingPort()}`,
      simulated: false,
    });
    const failure = await failureOf(() => allSeats(github));
    expect([failure.kind, failure.message]).toEqual([
      'away',
      'GitHub cannot be reached from this machine. Check its network, its proxy, and GITHUB_API.',
    ]);
  });

  it('a GitHub that does not answer', async () => {
    const { simulator, github } = await withGames();
    simulator.faults.plan('ListSeats', 'held-before');
    const failure = await failureOf(() => allSeats(github));
    simulator.faults.release();
    expect(failure.kind).toBe('away');
  });
});

it('nothing of the key or of a token is in what fails', async () => {
  const { simulator, github } = await withGames();
  const failures: unknown[] = [];
  for (const [operation, fault] of [
    ['GetInstallation', 'failing'],
    ['CreateToken', 'lost'],
    ['ListSeats', 'expired'],
  ] as const) {
    simulator.faults.plan(operation, fault);
    failures.push(await failureOf(() => allSeats(github)));
  }
  failures.push(await failureOf(() => allSeats(github, { ...app, privateKey: privateKey.slice(0, 900) })));
  const { inspect } = await import('node:util');
  const said = inspect(failures, { depth: 12, showHidden: true });
  for (const line of privateKey.split('\n').slice(1, 5)) expect(said).not.toContain(line);
  expect(said).not.toMatch(/ghs_|eyJ/);
});
