import type { DeploymentKind } from './cloud-deployments.ts';

/** What a cloud does with an account that is there. */
export const cloudDeeds = ['freeze', 'release', 'close', 'reopen'] as const;
export type CloudDeed = (typeof cloudDeeds)[number];

/** What the desk does with one: also to adopt what nobody requested, to move it, and to write to its tags what the record says. */
export const accountDeeds = [...cloudDeeds, 'adopt', 'move', 'tag'] as const;
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
  move: 'account_move',
  tag: 'account_tags',
} as const satisfies Record<AccountDeed, DeploymentKind>;

/** The deed of a deployment; undefined of one that makes something. */
export const deedOf = (kind: string): AccountDeed | undefined =>
  accountDeeds.find((deed) => deedKinds[deed] === kind);

/** So many differences are repaired at most by one request: each account is looked at in its cloud. */
export const MOST_WRITTEN = 100;
