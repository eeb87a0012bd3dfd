import type { z } from 'zod';

/** Finds fault with a value in a sentence of its own, which does not go on behind the name of the field. */
export const inOwnWords = (message: string) =>
  ({ code: 'custom', message, params: { inOwnWords: true } }) satisfies Partial<z.core.$ZodRawIssue>;
