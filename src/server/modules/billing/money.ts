import { text } from '#server/platform/http/describe.ts';

/** An amount as the API answers it. */
export const money = text('A decimal with the decimals of its currency.');
