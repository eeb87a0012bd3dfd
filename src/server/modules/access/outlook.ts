import { seesOwnOnly } from '#kernel/rights.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Config } from '#server/platform/config/config.ts';
import { rightsOf } from '#server/policies/roles.ts';
import { rolesIn } from './authenticate.ts';
import { admit, NotAdmitted } from './person.ts';

/** Somebody as an identity provider would vouch for them. */
export interface Vouched {
  email: string;
  /** Attribute name to its values. */
  attributes: Record<string, string[]>;
}

/** A sentence that says what somebody could do in this portal after signing in, by the settings as they are. */
export function outlook({ email, attributes }: Vouched, { saml }: Pick<Config, 'saml'>): string {
  try {
    const answer = { nameId: email, attributes: new Map(Object.entries(attributes)) };
    const person = admit(answer, saml);
    return sentence({ email, name: person.name, roles: rolesIn(person, saml), via: 'session' });
  } catch (error) {
    if (error instanceof NotAdmitted) return `Is not let in: ${error.message}.`;
    throw error;
  }
}

function sentence(actor: Actor): string {
  const { administer, operate, edit_reference_data: edit } = rightsOf(actor);
  if (administer) return 'May do everything.';
  if (operate) return 'May do everything but end the sessions of others.';
  if (seesOwnOnly(actor.roles)) return 'May see and download what is in their own name.';
  if (edit) return 'May see everything and change reference data.';
  return 'May see and download everything.';
}
