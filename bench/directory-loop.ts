/**
 * The least that reads a directory from Graph: every page of people and of groups, then the members and
 * owners of each group, kept nowhere. Its own process, so that it has a core to itself as the portal has. It loops once for
 * each message, and answers with `LoopedDirectory`.
 */
import { simulatedApplication } from '#simulators/graph/graph.ts';

/** What one loop came to. */
export interface LoopedDirectory {
  people: number;
  groups: number;
  memberships: number;
  seconds: number;
}

const url = process.env['GRAPH_URL'] ?? '';
const { tenantId, clientId, clientSecret } = simulatedApplication;

async function signedIn(): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: `${url}/.default`,
  });
  const answer = await fetch(`${url}/${tenantId}/oauth2/v2.0/token`, { method: 'POST', body });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}

interface Page {
  value: { id: string }[];
  '@odata.nextLink'?: string;
}

async function allOf(token: string, path: string): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | undefined = `${url}/v1.0${path}`; next !== undefined;) {
    const answer = await fetch(next, { headers: { authorization: `Bearer ${token}` } });
    const page = (await answer.json()) as Page;
    found.push(...page.value.map(({ id }) => id));
    next = page['@odata.nextLink'];
  }
  return found;
}

async function loop(): Promise<LoopedDirectory> {
  const began = performance.now();
  const token = await signedIn();
  const people = (await allOf(token, '/users?$top=999')).length;
  const groups = await allOf(token, '/groups?$top=999');
  let memberships = 0;
  for (const id of groups)
    for (const relation of ['members', 'owners'])
      memberships += (await allOf(token, `/groups/${id}/${relation}?$top=999`)).length;
  return { people, groups: groups.length, memberships, seconds: (performance.now() - began) / 1000 };
}

process.on('message', () => void loop().then((looped) => process.send?.(looped)));
process.once('disconnect', () => process.exit());
