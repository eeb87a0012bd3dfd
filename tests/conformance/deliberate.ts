/** What differs from the definitions on purpose, each with its reason. */
export const DELIBERATE: readonly { matches: RegExp; reason: string }[] = [];
