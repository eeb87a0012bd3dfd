import { inSentence } from '#kernel/resource.ts';

/** The sentence about a name that nobody knows: `No such cost center.` */
export const unknownName = (label: string): string => `No such ${inSentence(label)}.`;
