import { Refusal } from '#kernel/errors.ts';

/** How many of those that were there a reading has no more. */
export interface Losses {
  there: number;
  lost: number;
}

/** Fewer may always be gone; of more, no larger part than is given with each. */
const MOST_LOST = 10;

/**
 * A permission that was taken away from the portal, or a directory that was restored, looks as if everybody had left.
 * @param part of what was there, such as a quarter
 * @throws {Refusal} where so much is gone that the reading cannot be right
 */
export function refuseLosses(what: string, { there, lost }: Losses, part: number): void {
  if (lost <= MOST_LOST || lost <= there * part) return;
  throw new Refusal(
    409,
    `${lost} of ${there} ${what} of the directory would have been gone, which is too much to believe, so nothing of it was changed. Check what the portal may read there. Sync with "accept_losses": true where they are gone.`,
  );
}
