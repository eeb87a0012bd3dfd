import type { Role } from '#kernel/rights.ts';

export type { Role };

/** Who makes a request: a signed-in person, or automation with an API token that a person owns. */
export interface Actor {
  /** Lower case; one person is one address whatever its spelling. */
  email: string;
  name: string | null;
  roles: Role[];
  via: 'session' | 'token';
  /** The name of the API token. */
  token?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access module; null on public routes and before authentication. */
    actor: Actor | null;
  }

  interface FastifyContextConfig {
    /** A route under /api that answers without a session. */
    public?: boolean;
    /** Its answer goes on until somebody ends it: it has no duration to be measured and is not compressed. */
    endless?: boolean;
  }
}
