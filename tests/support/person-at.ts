import { createSession } from '#server/modules/access/sessions.ts';
import type { Role } from '#server/platform/base/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import { apiClient, type Api } from './api.ts';
import type { SamlPortal } from './saml-portal.ts';

let people = 0;

/** Somebody who has done nothing yet, signed in at a portal. */
export async function personAt(portal: SamlPortal, db: Database, roles: Role[] = []): Promise<Api> {
  const email = `person${(people += 1)}@example.com`;
  return apiClient(portal.url, { ...(await createSession(db, { email, name: null, roles }, 'a test')) });
}
