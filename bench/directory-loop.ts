/**
 * The least that reads a directory with Microsoft's client of Graph: every page of people and of groups, then the members and
 * owners of each group, kept nowhere. Its own process, so that it has a core to itself as the portal has. It loops once for
 * each message, and answers with `LoopedDirectory`.
 */
import { Client } from '@microsoft/microsoft-graph-client';
import { simulatedApplication } from '#server/simulators/graph/graph.ts';

/** What one loop came to. */
export interface LoopedDirectory {
  people: number;
  groups: number;
  memberships: number;
  seconds: number;
}

const url = process.env['GRAPH_URL'] ?? '';
const { tenantId, clientId, clientSecret } = simulatedApplication;

async function signedIn(): Promise<Client> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: `${url}/.default`,
  });
  const answer = await fetch(`${url}/${tenantId}/oauth2/v2.0/token`, { method: 'POST', body });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  // The client puts tokens of its own on https alone.
  return Client.init({
    baseUrl: url,
    authProvider: (done) => done(null, token),
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
  });
}

interface Page {
  value: { id: string }[];
  '@odata.nextLink'?: string;
}

async function allOf(client: Client, path: string): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const page = (await client.api(next).get()) as Page;
    found.push(...page.value.map(({ id }) => id));
    const link: string | undefined = page['@odata.nextLink'];
    next = link === undefined ? undefined : link.slice(link.indexOf('/v1.0/') + '/v1.0'.length);
  }
  return found;
}

async function loop(): Promise<LoopedDirectory> {
  const began = performance.now();
  const client = await signedIn();
  const people = (await allOf(client, '/users?$top=999')).length;
  const groups = await allOf(client, '/groups?$top=999');
  let memberships = 0;
  for (const id of groups)
    for (const relation of ['members', 'owners'])
      memberships += (await allOf(client, `/groups/${id}/${relation}?$top=999`)).length;
  return { people, groups: groups.length, memberships, seconds: (performance.now() - began) / 1000 };
}

process.on('message', () => void loop().then((looped) => process.send?.(looped)));
process.once('disconnect', () => process.exit());
