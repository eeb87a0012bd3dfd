import type { Role } from '#kernel/rights.ts';
import type { SamlConfig } from '#server/platform/config/sign-in.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { rolesIn } from './authenticate.ts';
import { isAllowedDomain } from './person.ts';

/** Keeps the roles of somebody of whom no sign-in is known, such as automation with a token. */
export async function keepFirstRoles(
  runner: Runner,
  { email, roles }: { email: string; roles: readonly Role[] },
): Promise<void> {
  await runner.query({
    text: 'INSERT INTO known_roles (email, roles) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING',
    values: [email, roles],
  });
}

/**
 * The roles that somebody has now, as far as it is known without them: those of their last sign-in. None for who left the
 * directory, or whose domain is not let in any more.
 */
export async function rolesNow(runner: Runner, email: string, saml: SamlConfig): Promise<Role[]> {
  if (!isAllowedDomain(email, saml)) return [];
  const { rows } = await runner.query<{ roles: Role[] | null; departed: boolean }>({
    text: `SELECT (SELECT roles FROM known_roles WHERE email = $1) AS roles,
      EXISTS (SELECT FROM departed_people WHERE key = $1) AS departed`,
    values: [email],
  });
  const { roles = null, departed = false } = rows[0] ?? {};
  return departed ? [] : rolesIn({ roles: roles ?? [] }, saml);
}
