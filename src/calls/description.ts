import { z } from 'zod';
import { defineFileCall, definePlainCall } from './call.ts';

const OF_DESCRIPTION = {
  tag: 'This description',
  topic: 'description',
  method: 'GET',
  right: 'public',
} as const;

/** The description of all calls. */
export const readDescription = definePlainCall({
  ...OF_DESCRIPTION,
  path: '/openapi.json',
  summary: 'This description, as OpenAPI',
  success: 'OpenAPI 3.1',
  answer: z.looseObject({ openapi: z.string() }),
});

/** The same for people. */
export const readDescriptionPage = defineFileCall({
  ...OF_DESCRIPTION,
  path: '/docs',
  summary: 'This description, as a page',
  success: 'A page',
  file: 'text/html',
});
