import { newTestKey } from '#tests/support/certificate.ts';
import { beyondLimits, manyGroups, withinLimits } from '#tests/support/exhausting-markup.ts';
import { signBoth, signEncrypted, unsignedResponse } from '#tests/support/forged-saml.ts';
import { beginSignIn, explicitProvider, ownKeyFiles, postAnswer } from '#tests/support/saml-portal.ts';
import { atMost, type Figure } from '../figures.ts';
import { startPortal } from '../portal.ts';
import type { World } from '../world.ts';

const ROUNDS = 5;
const MOST_WAIT_MS = 50;
const ISSUER = 'https://idp.example.com/metadata';

/** Markup behind the status, as much as the limits let through and more. */
const shapes = { ...beyondLimits, ...withinLimits };

/**
 * How long other requests wait while answers are checked: those of a stranger, those that wrap a signature which
 * the provider has made, and genuine ones of a person in 500 groups, plain and encrypted. Of the rounds of a shape the best counts, since
 * what holds others up does so in each of them and a busy machine only adds; of the shapes the worst.
 */
export async function measureSignIn(world: World, say: (line: string) => void): Promise<Figure[]> {
  const { connectionString, folder } = world;
  const key = newTestKey();
  const stranger = newTestKey();
  const portalKey = newTestKey();
  const serving = await startPortal(folder, {
    DATABASE_URL: connectionString,
    ...explicitProvider(ISSUER, [key.certificate]),
    ...ownKeyFiles(folder, portalKey),
  });
  const portal = { url: serving.url, acsUrl: `${serving.url}/api/auth/saml/callback` };
  const unsigned = (requestId: string, groups: string[] = []) => {
    const audience = `${serving.url}/api/auth/saml/metadata`;
    const facts = { requestId, acsUrl: portal.acsUrl, audience, issuer: ISSUER };
    return unsignedResponse({ ...facts, attributes: { groups } });
  };
  const encrypted = (requestId: string, by: string, groups: string[]) =>
    signEncrypted(unsigned(requestId, groups), by, portalKey.publicKey);
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
          signBoth(unsigned(id), by.privateKey).replace('</samlp:Status>', `</samlp:Status>${markup}`),
        );
        if (wait > worst[kind].wait) worst[kind] = { wait, shape };
      }
    }
    const large = 'a large encrypted assertion';
    say(large);
    const wait = await waitFor((id) => encrypted(id, stranger.privateKey, manyGroups(1400)));
    if (wait > worst.strangers.wait) worst.strangers = { wait, shape: large };
    say('500 groups');
    const groups = manyGroups(500);
    const plain = await waitFor((id) => signBoth(unsigned(id, groups), key.privateKey));
    const sealed = await waitFor((id) => encrypted(id, key.privateKey, groups));
    const genuine = { wait: Math.max(plain, sealed), shape: sealed > plain ? 'encrypted' : 'plain' };
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
      atMost('sign-in: others wait for one of 500 groups', genuine.wait, MOST_WAIT_MS, told(genuine.shape)),
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
