import { expect } from 'vitest';
import type { ModelRule, WaitingChange } from '#calls/peer-review.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import type { Answer, Api, Row } from './api.ts';
import type { TestPortal } from './portal.ts';

/** The settings of a portal with people of each role. */
export const REVIEW_ROLES = {
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, finance=editor, audit=viewer, owners=owner',
};

/** Signs somebody in by their name. */
export const personIn =
  (portal: Pick<TestPortal, 'signIn'>) =>
  (name: string, role: 'admin' | 'editor' | 'viewer' | 'owner' = 'editor'): Promise<Api> =>
    portal.signIn({ email: `${name.toLowerCase()}@example.com`, name, roles: [role] });

let counter = 0;
/** A number that no test had before. */
export const another = (): number => ++counter;

/** Sets the rule of a model. */
export async function setRule(
  admin: Api,
  model: string,
  asks_reason: boolean,
  fields: string[],
): Promise<ModelRule> {
  const { status, body, text } = await admin.put<ModelRule>(`/change_rules/${model}`, {
    asks_reason,
    fields,
  });
  expect(status, text).toBe(200);
  return body.data;
}

/** Adds a department whose abbreviation is OLD. */
export async function addDepartment(api: Api): Promise<Row> {
  const name = `Reviewed ${another()}`;
  const { status, body, text } = await api.post('/departments', { name, abbreviation: 'OLD' });
  expect(status, text).toBe(201);
  return body.data;
}

/** A record as it is. */
export const readRecord = async (api: Api, model: string, { id }: Pick<Row, 'id'>): Promise<Row> =>
  (await api.get(`/${model}/${id}`)).body.data;

/** What was done to a record. */
export const historyOf = async (api: Api, model: string, { id }: Pick<Row, 'id'>): Promise<HistoryEntry[]> =>
  (await api.get<HistoryEntry[]>(`/${model}/${id}/history`)).body.data;

/** What an answer says of the change that waits. */
export const waitsOf = (answer: Answer): { id: number; fields: string[] } =>
  (answer.body as unknown as { waits: { id: number; fields: string[] } }).waits;

/** Decides on a change. */
export const decide = (
  api: Api,
  id: number,
  what: 'approve' | 'refuse' | 'withdraw',
  body: object = {},
): Promise<Answer<WaitingChange>> => api.post<WaitingChange>(`/waiting_changes/${id}/${what}`, body);
