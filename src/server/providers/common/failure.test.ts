import { expect, it } from 'vitest';
import { failureOf, retryAfter, type CallEffect, type ClientError, type Sentences } from './failure.ts';

const say = (what: string) => () => what;
const SENTENCES: Sentences<{ effect: CallEffect }> = {
  busy: say('busy'),
  unauthorized: say('unauthorized'),
  forbidden: say('forbidden'),
  refused: say('refused'),
  unreachable: say('unreachable'),
  lost: say('lost'),
  unanswered: say('unanswered'),
};
const of = (read: Partial<ClientError>, effect: CallEffect, error: unknown = new Error('It failed.')) => {
  const { kind, message } = failureOf(
    SENTENCES,
    error,
    { status: null, code: null, message: '', ...read },
    { effect },
  );
  return [kind, message];
};

it.each([
  [429, 'busy', 'busy'],
  [401, 'away', 'unauthorized'],
  [403, 'refused', 'forbidden'],
  // A provider without a sentence for conflicts refuses them.
  [409, 'refused', 'refused'],
  [404, 'refused', 'refused'],
  [408, 'ambiguous', 'lost'],
  [499, 'ambiguous', 'lost'],
  [500, 'ambiguous', 'lost'],
  [null, 'ambiguous', 'lost'],
])('the answer %s to a change means: %s', (status, kind, message) => {
  expect(of({ status }, 'writes')).toEqual([kind, message]);
});

it('no answer to a call that only reads leaves no doubt', () => {
  for (const status of [null, 408, 503]) expect(of({ status }, 'reads')).toEqual(['away', 'unanswered']);
});

it('a right that is missing is refused, also where the provider says so by 401', () => {
  expect(of({ status: 401, isForbidden: true }, 'writes')).toEqual(['refused', 'forbidden']);
});

it('a conflict may be what a call did whose answer was lost', () => {
  const read = { status: 409, code: null, message: '' };
  const sentences = { ...SENTENCES, conflict: say('conflict') };
  expect(failureOf(sentences, new Error('It is there.'), read, { effect: 'writes' }).kind).toBe('ambiguous');
});

it('a call that never left changed nothing, however deep the client wraps that', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const wrapped = new Error('request failed', { cause: new Error('fetch failed', { cause: refused }) });
  expect(of({}, 'writes', wrapped)).toEqual(['away', 'unreachable']);
});

it('the pause that a provider wants is in seconds, or until a moment', () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  expect([retryAfter('17'), retryAfter(''), retryAfter(null), retryAfter('soon')]).toEqual([
    17,
    undefined,
    undefined,
    undefined,
  ]);
  expect(retryAfter(inAMinute)).toBeGreaterThan(50);
});
