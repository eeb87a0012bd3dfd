import type { Job } from '../work.ts';

/** What a reading of the directory, or of a cloud, can lose. */
export const LOSSES = ['people', 'groups', 'memberships', 'permission sets', 'assignments'] as const;

/** What a reading would have lost; `names` has the first of them. */
export interface DirectoryLoss {
  what: (typeof LOSSES)[number];
  /** Of a cloud, such as AWS; otherwise the directory would have lost it. */
  cloud?: string;
  there: number;
  lost: number;
  /** Of memberships the groups that lose most of them, of assignments the groups and people. */
  names: readonly string[];
}

/** Why the directory was not read the last time. */
export interface DirectoryFailure {
  /** When, ISO 8601. */
  at: string;
  error: string;
  /** What would have been gone, where that was too much to believe; otherwise empty. */
  losses: readonly DirectoryLoss[];
}

/** How old the snapshot of the directory is, as `GET /api/ad/state` tells it. Moments are ISO 8601. */
export interface DirectoryState {
  /** When the directory and all of the clouds were last read to their end; null: not yet. */
  read_at: string | null;
  /** The job that reads them just now. */
  reading: Job | null;
  /** Of the last reading, where it failed and none is under way. */
  failure: DirectoryFailure | null;
  /** A simulator stands for it. */
  simulated: boolean;
  /** What is read, such as the name of a tenant; null where nobody says. */
  place: string | null;
  /** Why none can be read; null where one can. */
  missing: string | null;
  /** The directory and each cloud. */
  sources: readonly { name: string; read_at: string | null }[];
}
