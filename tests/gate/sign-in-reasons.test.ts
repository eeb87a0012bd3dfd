import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ADVICE, fits, OTHER_ADVICE } from '#server/modules/access/advice.ts';
import { NO_PROVIDER, projectRoot } from '#server/platform/config/config.ts';

/** What the last row of advice is for: the provider is broken, or somebody altered what it sent. */
const ANY_OTHER = [
  'InResponseTo of another request',
  'a bearer confirmation without an end',
  'a bearer confirmation without data',
  'a digest in the wrong place',
  'a form of too many fields',
  'a signature in the wrong place',
  'a signature of too many elements',
  'a signature over something else',
  'a signature without its algorithms',
  'a time that cannot be read',
  'an assertion that is not SAML 2.0',
  'an attribute that is written twice',
  'an end tag without its beginning',
  'an identifier that is used twice',
  'an object within a signature',
  'markup where plain text belongs',
  'more than one NameID',
  'more than one Response',
  'more than one assertion',
  'no Subject',
  'no assertion in what was signed',
  'not SAML 2.0',
  'not exactly one Conditions',
  'not exactly one Reference',
  'not exactly one SAMLResponse',
  'not exactly one SignedInfo',
  'not exactly one Status',
  'not exactly one Subject',
  'not exactly one complete root element',
  'not well-formed XML',
  'text outside the root element',
  'the assertion stands in the wrong place',
  'the message is not UTF-8',
  'the message is not base64',
  'the root is no Assertion',
  'the root is no Response',
  'two signatures on one part',
];

/** Reasons that come from elsewhere: a parameter, or what the thread has found. */
const PASSED_ON = ['reason', 'verdict.reason'];

const access = `${projectRoot}/src/server/modules/access`;
const sources = globSync(`${access}/**/*.ts`)
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'));

/** The last argument of each refusal, as it is written. */
function refusals(source: string): string[] {
  const checks = [...source.matchAll(/(?<!function )\brefuseUnless\(([^;]*?),?\s*\);/g)].map(
    ([, given = '']) => /('[^']*'|[\w.]+)$/.exec(given)?.[1] ?? given,
  );
  const kinds = 'SamlRefusal|UnknownSignature|NotAwaited|NotAdmitted|GroupsNotSent|SignInUnavailable';
  const thrown = [...source.matchAll(new RegExp(`new (?:${kinds})\\(\\s*('[^']*'|[^)]*)`, 'g'))];
  return [...checks, ...thrown.map(([, given = '']) => given)];
}

/** The text of what is written there: of itself, or of the constant that it names. */
function textOf(written: string, source: string): string {
  const named = new RegExp(`const ${written.replaceAll(/\W/g, '.')} = '([^']*)'`).exec(source);
  return named?.[1] ?? /^'([^']*)'$/.exec(written)?.[1] ?? `not understood by this test: ${written}`;
}

const reasons = new Set([
  NO_PROVIDER,
  ...sources.flatMap((source) =>
    [...source.matchAll(/\bnoProvider\(\s*'([^']*)'/g)].map(([, reason = '']) => reason),
  ),
  ...sources.flatMap((source) =>
    refusals(source)
      .filter((written) => !PASSED_ON.includes(written))
      .map((written) => textOf(written, source)),
  ),
]);

const told = ADVICE.flatMap((row) => row.reasons);

test('each refusal in the code is found', () => {
  for (const source of sources) {
    const written = source.match(
      /(?<!function )\brefuseUnless\(|new (?:SamlRefusal|UnknownSignature|NotA\w+|GroupsNotSent|SignInUnavailable)\(/g,
    );
    expect(refusals(source)).toHaveLength(written?.length ?? 0);
  }
});

test('there is advice on each reason of a refusal, be it that of all others', () => {
  expect(reasons.size).toBeGreaterThan(60);
  const others = [...reasons].filter((reason) => !told.some((phrase) => fits(phrase, reason)));
  expect(others.toSorted()).toEqual(ANY_OTHER.toSorted());
});

test('every reason with advice is one that the portal gives', () => {
  const given = [...reasons];
  expect(told.filter((phrase) => !given.some((reason) => fits(phrase, reason)))).toEqual([]);
});

test('the guide for operators has the advice that administrators read', () => {
  const guide = readFileSync(`${projectRoot}/docs/sign-in.md`, 'utf8');
  const table = guide.slice(guide.indexOf('| reason in the log'));
  const rows = table
    .slice(0, table.indexOf('\n\n'))
    .replaceAll('`', '')
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()));
  const expected = [...ADVICE, { reasons: ['any other'], advice: OTHER_ADVICE }];
  expect(rows).toEqual(expected.map(({ reasons: named, advice }) => ['', named.join('; '), advice, '']));
});
