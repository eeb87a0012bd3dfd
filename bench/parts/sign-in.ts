import { newTestKey } from '#tests/support/certificate.ts';
import { signBoth, unsignedResponse } from '#tests/support/forged-saml.ts';
import { beginSignIn, explicitProvider, postAnswer } from '#tests/support/saml-portal.ts';
import { atMost, type Figure } from '../figures.ts';
import { startPortal } from '../portal.ts';
import type { World } from '../world.ts';

const ROUNDS = 5;
const MOST_WAIT_MS = 50;
const ISSUER = 'https://idp.example.com/metadata';

const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

/** Markup behind the status, as much as the limits let through and more. */
const shapes: Record<string, string> = {
  '60,000 elements': '<a/>'.repeat(40_000),
  '1,400 elements': '<a/>'.repeat(1400),
  'deep elements': `${'<a>'.repeat(18)}${'</a>'.repeat(18)}`.repeat(70),
  attributes: times(240, () => `<a${times(24, (at) => ` b${at}=""`)}/>`),
  namespaces: times(480, (at) => `<a${times(12, (n) => ` xmlns:b${n}="${at}"`)}/>`),
  text: `<a>${'b'.repeat(240_000)}</a>`,
  references: `<a>${'&#65;'.repeat(48_000)}</a>`,
  comments: '<!---->'.repeat(30_000),
};

/**
 * How long other requests wait while answers are checked: those of a stranger, those that wrap a signature which
 * the provider has made, and a genuine one of a person in 500 groups. Of the rounds of a shape the best counts, since
 * what holds others up does so in each of them and a busy machine only adds; of the shapes the worst.
 */
export async function measureSignIn(world: World, say: (line: string) => void): Promise<Figure[]> {
  const { connectionString, folder } = world;
  const key = newTestKey();
  const stranger = newTestKey();
  const serving = await startPortal(folder, {
    DATABASE_URL: connectionString,
    ...explicitProvider(ISSUER, [key.certificate]),
  });
  const portal = { url: serving.url, acsUrl: `${serving.url}/api/auth/saml/callback` };
  const answerFor = (requestId: string, by: string, groups: string[] = []) => {
    const audience = `${serving.url}/api/auth/saml/metadata`;
    const facts = { requestId, acsUrl: portal.acsUrl, audience, issuer: ISSUER };
    return signBoth(unsignedResponse({ ...facts, attributes: { groups } }), by);
  };
  const waitFor = async (make: (requestId: string) => string): Promise<number> => {
    const waits: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { requestId, cookie } = await beginSignIn(portal);
      const xml = make(requestId);
      waits.push(await slowestMeanwhile(serving.url, () => postAnswer(portal, xml, { cookie })));
    }
    return Math.min(...waits);
  };
  try {
    const worst = { strangers: { wait: 0, shape: '' }, wrapped: { wait: 0, shape: '' } };
    for (const [shape, markup] of Object.entries(shapes)) {
      say(shape);
      for (const [kind, by] of [
        ['strangers', stranger],
        ['wrapped', key],
      ] as const) {
        const wait = await waitFor((id) =>
          answerFor(id, by.privateKey).replace('</samlp:Status>', `</samlp:Status>${markup}`),
        );
        if (wait > worst[kind].wait) worst[kind] = { wait, shape };
      }
    }
    say('500 groups');
    const groups = Array.from({ length: 500 }, (_, at) => `CN=group-${at},OU=Groups,DC=example,DC=com`);
    const genuine = await waitFor((id) => answerFor(id, key.privateKey, groups));
    const told = (shape: string) => ({ unit: 'ms', digits: 1, beside: shape });
    const { strangers, wrapped } = worst;
    return [
      atMost(
        'sign-in: others wait for a stranger’s answer',
        strangers.wait,
        MOST_WAIT_MS,
        told(strangers.shape),
      ),
      atMost('sign-in: others wait for a wrapped one', wrapped.wait, MOST_WAIT_MS, told(wrapped.shape)),
      atMost('sign-in: others wait for one of 500 groups', genuine, MOST_WAIT_MS, { unit: 'ms', digits: 1 }),
    ];
  } finally {
    await serving.stop();
  }
}

/** Asks for the smallest answer there is, again and again, until `work` is done; the slowest in milliseconds. */
async function slowestMeanwhile(url: string, work: () => Promise<Response>): Promise<number> {
  let ended = false;
  const done = work()
    .then((answer) => answer.text())
    .finally(() => (ended = true));
  let slowest = 0;
  while (!ended) {
    const began = performance.now();
    await (await fetch(`${url}/api/auth/saml/other`)).text();
    slowest = Math.max(slowest, performance.now() - began);
  }
  await done;
  return slowest;
}
