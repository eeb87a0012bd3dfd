import type { Role } from './rights.ts';

/** A session as the API answers it: never its token. Moments are ISO 8601 in UTC. */
export interface Session {
  id: string;
  email: string;
  name: string | null;
  user_agent: string | null;
  /** Where it was used from last; null of one that began before that was kept. */
  address: string | null;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  /** It is the one that asks. */
  current: boolean;
}

/** An API token as the API answers it: never the token itself. */
export interface ApiToken {
  id: number;
  email: string;
  name: string;
  /** How far it goes; null: as far as its owner. */
  role: Role | null;
  /** How it begins; null of one that is older than this. */
  hint: string | null;
  state: 'valid' | 'expired' | 'revoked';
  created_at: string;
  /** null: it does not run out. */
  expires_at: string | null;
  last_used_at: string | null;
  /** Where it was used from last. */
  address: string | null;
  revoked_at: string | null;
}
