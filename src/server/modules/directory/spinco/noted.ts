import { z } from 'zod';

const shape = z.object({
  /** The places of users whose call may have been made, without that what came of it was kept. */
  begun: z.array(z.int()).catch([]),
  /** How often in a row the directory failed or could not be reached. */
  failures: z.int().catch(0),
  /** How often in a row it was asked too often. */
  busy: z.int().catch(0),
  /** The pauses so far, in seconds. */
  waited: z.number().catch(0),
});

/** What the work on a change remembers between its runs. */
export type Noted = z.infer<typeof shape>;

/** What a job kept, of whatever version it is. */
export const noted = (reached: Readonly<Record<string, unknown>>): Noted => shape.parse(reached);
