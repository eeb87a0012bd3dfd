import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import type { ApiToken, Session } from '#kernel/access.ts';
import type { Rights, Role } from '#kernel/rights.ts';
import { api, newIntent } from '#web/data/client.ts';
import type { ListAnswer, RecordAnswer } from '#web/data/queries.ts';

/** Where the cache has sessions, and API tokens. */
export const SESSIONS = 'sessions';
export const TOKENS = 'api tokens';

/** Whose sessions and tokens are looked at: those of one address, or of everybody where it is null. */
export interface Whose {
  email: string | null;
  q: string;
}

const paramsOf = ({ email, q }: Whose) => ({ by_email: email, q });

export function sessionsQuery(whose: Whose): UseQueryOptions<ListAnswer<Session>> {
  return {
    queryKey: [SESSIONS, whose],
    queryFn: ({ signal }) =>
      api.get<ListAnswer<Session>>('/auth/sessions', { query: paramsOf(whose), signal }),
    placeholderData: keepPreviousData,
  };
}

export function tokensQuery(whose: Whose): UseQueryOptions<ListAnswer<ApiToken>> {
  return {
    queryKey: [TOKENS, whose],
    queryFn: ({ signal }) =>
      api.get<ListAnswer<ApiToken>>('/auth/tokens', { query: paramsOf(whose), signal }),
    placeholderData: keepPreviousData,
  };
}

export const endSession = (id: string) => api.remove(`/auth/sessions/${id}`);

/** Ends every session of a person but this one; answers how many they were. */
export const endSessions = async (email: string): Promise<number> =>
  (await api.remove<ListAnswer<Session>>('/auth/sessions', { query: { by_email: email } })).meta.total;

export const revokeToken = (id: number) => api.remove(`/auth/tokens/${id}`);

/** Makes a token that acts as the person, and answers it: it can never be read again. */
export const makeToken = async (values: object): Promise<string> =>
  (
    await api.post<RecordAnswer<{ token: string }>>(
      '/auth/tokens',
      { api_token: values },
      { intent: newIntent() },
    )
  ).data.token;

/** The roles of the portal, as they are configured. */
export interface Roles {
  /** Whether the provider's groups say who has which; without that everybody may do everything. */
  mapped: boolean;
  /** The attribute that has the groups. */
  attribute: string | null;
  groups: { group: string; role: Role }[];
  roles: { role: Role; rights: Rights }[];
  /** `groups`: by which of them; null where that is not known. */
  own: { roles: Role[]; groups: string[] | null };
}

export function rolesQuery(): UseQueryOptions<Roles> {
  return {
    queryKey: ['roles'],
    queryFn: async ({ signal }) => (await api.get<RecordAnswer<Roles>>('/auth/roles', { signal })).data,
  };
}
