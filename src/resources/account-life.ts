import type { DeploymentKind } from './cloud-deployments.ts';

/** What the desk does with an account that is there. */
export const accountDeeds = ['freeze', 'release', 'close', 'reopen'] as const;
export type AccountDeed = (typeof accountDeeds)[number];

/** How an account is: in use, or what the desk made of it. */
export const accountStates = ['in_use', 'frozen', 'closed'] as const;
export type AccountState = (typeof accountStates)[number];

/** The kinds of deployments by which it is done. */
export const deedKinds = {
  freeze: 'account_freeze',
  release: 'account_release',
  close: 'account_closure',
  reopen: 'account_reopening',
} as const satisfies Record<AccountDeed, DeploymentKind>;

/** The deed of a deployment; undefined of one that makes something. */
export const deedOf = (kind: string): AccountDeed | undefined =>
  accountDeeds.find((deed) => deedKinds[deed] === kind);
