import type { Reached } from '../common/interface.ts';

/** A GitHub App, by which the portal works in the organizations that installed it. */
export interface GitHubApp {
  appId: string;
  /** PEM. It is held in memory as long as a call takes, and nowhere else. */
  privateKey: string;
}

/** A seat of Copilot as an organization lists it. */
export interface FoundSeat {
  login: string;
  /** Such as `business` or `enterprise`. */
  plan: string | null;
  /** ISO 8601; null: never active. */
  lastActivityAt: string | null;
  /** Such as `vscode/1.103.0/copilot/1.340.0`. */
  lastActivityEditor: string | null;
  /** `YYYY-MM-DD`: from that day on the seat is gone; null: it stays. */
  pendingCancellation: string | null;
  /** The team by which they have the seat; null: by themselves. */
  team: string | null;
  createdAt: string | null;
}

/** The right of an App to Copilot in an organization. */
export type CopilotRight = 'write' | 'read' | 'none';

/**
 * GitHub as the portal needs it. Readings that are throttled are repeated by themselves where the pause is short, and
 * `busy` with GitHub's own pause otherwise; a change is requested once. Everything throws ProviderFailure: `refused` with a
 * sentence that says what to do for a key that is none, an App that is not installed in the organization, and one without
 * rights to Copilot.
 */
export interface GitHub {
  reached: Reached;
  /** Every seat of the organization, page by page. */
  seats: (app: GitHubApp, organization: string, signal?: AbortSignal) => AsyncIterable<readonly FoundSeat[]>;
  /** The seat of one user; null where they have none. */
  seat: (
    app: GitHubApp,
    organization: string,
    login: string,
    signal?: AbortSignal,
  ) => Promise<FoundSeat | null>;
  /** Done, too, where they have one; one that was to be cancelled then stays. */
  addSeat: (app: GitHubApp, organization: string, login: string, signal?: AbortSignal) => Promise<void>;
  /** It is theirs until the end of the billing cycle. Done, too, where they have none. */
  removeSeat: (app: GitHubApp, organization: string, login: string, signal?: AbortSignal) => Promise<void>;
  /** The right that the installation of the App grants; nothing is changed. */
  right: (app: GitHubApp, organization: string, signal?: AbortSignal) => Promise<CopilotRight>;
}

/** Where GitHub is. */
export interface GitHubAccess {
  /** Without a slash at its end; a function is called with the first request. */
  api: string | (() => Promise<string>);
  simulated: boolean;
  /** A call that takes longer has failed. */
  patienceSeconds?: number;
}
