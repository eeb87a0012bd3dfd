import type { RefusedSignIn } from '#calls/refused-sign-ins.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import type { Database } from '#server/platform/database/database.ts';
import { apiClient } from './api.ts';
import type { SamlPortal } from './saml-portal.ts';

/** The refused sign-ins in which an administrator finds this text, the newest first. */
export async function refusedSignIns(portal: SamlPortal, db: Database, q: string): Promise<RefusedSignIn[]> {
  const admin = { email: 'admin@example.com', name: null, roles: ['admin' as const] };
  const api = apiClient(portal.url, { ...(await createSession(db, admin)) });
  return (await api.get<RefusedSignIn[]>(`/auth/refused_sign_ins?q=${encodeURIComponent(q)}`)).body.data;
}
