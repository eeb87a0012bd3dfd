import { z } from 'zod';

const shape = z.object({
  /** The places of users whose call may have been made, without that what came of it was kept. */
  begun: z.array(z.int()).catch([]),
  /** How often in a row the directory failed or could not be reached. */
  failures: z.int().catch(0),
  /** How often in a row the directory refused a call because there were too many. */
  busy: z.int().catch(0),
  /** The pauses so far, in seconds. */
  waited: z.number().catch(0),
});

/** The state of the work on a change between its runs. */
export type Noted = z.infer<typeof shape>;

/** Reads the state that a job saved, of whatever version it is. */
export const noted = (reached: Readonly<Record<string, unknown>>): Noted => shape.parse(reached);
