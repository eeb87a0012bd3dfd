const API = 'https://api.github.com';
const WEB = 'https://github.com';

/** A number that stays the same for a name, as ids of GitHub do. */
const idOf = (name: string): number =>
  Array.from(name.toLowerCase()).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2 ** 31,
    7,
  );

const nodeId = (kind: string, name: string) => Buffer.from(`${kind}${idOf(name)}`).toString('base64');

/** A user or an organization as every list of GitHub has it. */
export function accountJson(login: string, type: 'User' | 'Organization'): Record<string, unknown> {
  const api = `${API}/users/${login}`;
  return {
    login,
    id: idOf(login),
    node_id: nodeId(type, login),
    avatar_url: `https://avatars.githubusercontent.com/u/${idOf(login)}`,
    gravatar_id: '',
    url: api,
    html_url: `${WEB}/${login}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    received_events_url: `${api}/received_events`,
    type,
    site_admin: false,
  };
}

/** A team of an organization. */
export function teamJson(name: string, organization: string): Record<string, unknown> {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const api = `${API}/orgs/${organization}/teams/${slug}`;
  return {
    id: idOf(name),
    node_id: nodeId('Team', name),
    name,
    slug,
    description: null,
    privacy: 'closed',
    permission: 'pull',
    type: 'organization',
    organization_id: idOf(organization),
    url: api,
    html_url: `${WEB}/orgs/${organization}/teams/${slug}`,
    members_url: `${api}/members{/member}`,
    repositories_url: `${api}/repos`,
    parent: null,
  };
}

interface Installation {
  id: number;
  appId: number;
  organization: string;
  permissions: Readonly<Record<string, string>>;
  /** ISO 8601; null: it is in use. */
  suspendedAt: string | null;
}

/** The installation of an App in an organization. */
export const installationJson = (given: Installation): Record<string, unknown> => ({
  id: given.id,
  account: accountJson(given.organization, 'Organization'),
  repository_selection: 'all',
  access_tokens_url: `${API}/app/installations/${given.id}/access_tokens`,
  repositories_url: `${API}/installation/repositories`,
  html_url: `${WEB}/organizations/${given.organization}/settings/installations/${given.id}`,
  app_id: given.appId,
  app_slug: 'skyledger',
  target_id: idOf(given.organization),
  target_type: 'Organization',
  permissions: given.permissions,
  events: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  single_file_name: null,
  suspended_by: given.suspendedAt === null ? null : accountJson('octocat', 'User'),
  suspended_at: given.suspendedAt,
});
