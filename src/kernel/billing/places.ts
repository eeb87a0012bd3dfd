import { cloudName } from '../clouds.ts';

/**
 * The key of a purchase or usage that a file gives no account for: these words, and the place that the file gives of it,
 * such as `No account: Billing account 7000008, invoice section S`.
 */
export const NO_ACCOUNT = 'No account: ';

/** The name of the place of unused commitments of a cloud: the cost center that the rules name pays for it. */
export const unusedPlace = (cloud: string): string =>
  `${NO_ACCOUNT}Unused commitments of ${cloudName(cloud)}`;

/** The name of the place of a commitment whose buyer no line and no id names. */
export const buyerPlace = (commitment: string): string => `${NO_ACCOUNT}Buyer of ${commitment}`;

/** A place has no more characters. */
export const LONGEST_PLACE = 500;

/** Whether an identifier is the place of what has no account, and none of an account, subscription or project. */
export const isPlace = (identifier: string): boolean => identifier.startsWith(NO_ACCOUNT);

/** The key of what a pool of the rules takes: these words, and the name of the pool. */
export const POOL = 'Pool: ';

/** The key of what a pool takes of a run. */
export const poolAccount = (name: string): string => `${POOL}${name}`;

/** The key of the part of a pool that a cost center bears. */
export const poolPart = (name: string, center: string): string => `${POOL}${name} → ${center}`;

/** Whether an identifier is what a pool takes, or a part of it, and none of an account. */
export const isPool = (identifier: string): boolean => identifier.startsWith(POOL);
