/** A group whose members may be asked to be changed, as `GET /api/spinco_sgs` tells it. */
export interface ChangeableGroup {
  /** Of the record of the group as it was last read. */
  id: number;
  name: string;
  description: string | null;
  /** People in it, those of nested groups included. */
  member_count: number;
  dynamic: boolean;
  synced_elsewhere: boolean;
  /** Why its members cannot be changed here, with where they can; null where they can. */
  refused: string | null;
}

/** `meta` of `GET /api/spinco_sgs`. */
export interface ChangeableMeta {
  /** How many there are, of which those of the first page are answered. */
  total: number;
  /** With what the names of groups begin that may be changed. */
  prefixes: readonly string[];
  /** When the directory was last read; null: never. */
  read_at: string | null;
  /** Nothing is changed outside of the portal. */
  simulated: boolean;
  /** Why nothing can be changed at all; null where it can. */
  missing: string | null;
}

/** Somebody whom a change would be about. */
export interface ForeseenUser {
  user: string;
  /** Of the directory; null where it does not know them. */
  name: string | null;
  /** They may sign in. */
  enabled: boolean;
  /** They are in the group already, as it was last read. */
  member: boolean;
  /** Why they cannot be added or removed; null where they can. */
  problem: string | null;
}

/** `data` of what a change would be, with `dry_run`. */
export interface ForeseenChange {
  users: ForeseenUser[];
  errors: { field: string; message: string }[];
}
