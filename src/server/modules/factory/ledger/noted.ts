import { z } from 'zod';

const shape = z.object({
  /** The step that this is about. */
  step: z.nullable(z.string()).catch(null),
  /** The provider goes on by itself, and is looked at. */
  waits: z.boolean().catch(false),
  /** How often in a row it failed or could not be reached. */
  failures: z.int().catch(0),
  /** How often it was asked too often. */
  busy: z.int().catch(0),
  /** It failed because the provider does not want it, so that nothing was made of it. */
  refused: z.boolean().catch(false),
  /** The pauses so far, in seconds. */
  waited: z.number().catch(0),
});

/** What the work remembers of the step that it is at, beside what everybody may read. */
export type Noted = z.infer<typeof shape>;

/** What a job kept, of whatever version it is. */
export const noted = (reached: Readonly<Record<string, unknown>>): Noted => shape.parse(reached);
