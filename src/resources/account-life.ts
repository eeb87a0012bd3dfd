import type { DeploymentKind } from './cloud-deployments.ts';

/** What a cloud does with an account that is there. */
export const cloudDeeds = ['freeze', 'release', 'close', 'reopen'] as const;
export type CloudDeed = (typeof cloudDeeds)[number];

/** What the desk does with one: also to adopt what nobody requested, so that record and tags say whose it is. */
export const accountDeeds = [...cloudDeeds, 'adopt'] as const;
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
  adopt: 'account_adoption',
} as const satisfies Record<AccountDeed, DeploymentKind>;

/** The deed of a deployment; undefined of one that makes something. */
export const deedOf = (kind: string): AccountDeed | undefined =>
  accountDeeds.find((deed) => deedKinds[deed] === kind);
