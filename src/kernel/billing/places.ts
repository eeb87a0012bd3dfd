/**
 * What a purchase or usage that a file gives no account for stands under: these words, and the place that the file gives of it,
 * such as `No account: Billing account 7000008, invoice section S`.
 */
export const NO_ACCOUNT = 'No account: ';

/** A place has no more characters. */
export const LONGEST_PLACE = 500;

/** Whether an identifier is the place of what has no account, and none of an account, subscription or project. */
export const isPlace = (identifier: string): boolean => identifier.startsWith(NO_ACCOUNT);
