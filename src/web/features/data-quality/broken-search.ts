import { QUALITY_FILTER } from '#kernel/quality.ts';

/** The search of a list that has exactly the records which break a rule. */
export const brokenSearch = (rule: string): Record<string, string> => ({ [`by_${QUALITY_FILTER}`]: rule });
