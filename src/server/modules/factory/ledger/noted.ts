import { z } from 'zod';

const shape = z.object({
  /** The step that this is about. */
  step: z.nullable(z.string()).catch(null),
  /** The provider goes on by itself, and is looked at. */
  waits: z.boolean().catch(false),
  /** How often in a row it failed or could not be reached. */
  failures: z.int().catch(0),
  /** How often the provider refused a call because there were too many. */
  busy: z.int().catch(0),
  /** It failed because the provider does not want it, so that nothing was made of it. */
  refused: z.boolean().catch(false),
  /** The pauses so far, in seconds. */
  waited: z.number().catch(0),
});

/** State of the current step that only the job uses, beside what everybody may read. */
export type Noted = z.infer<typeof shape>;

/** Reads the state that a job saved, of whatever version it is. */
export const noted = (reached: Readonly<Record<string, unknown>>): Noted => shape.parse(reached);
