import type { DirectoryLoss } from '#calls/directory.ts';
import { Refusal } from '#kernel/errors.ts';

/** How many of those that were there a reading has no more, and the first of them. */
export type Losses = Omit<DirectoryLoss, 'what' | 'cloud'>;

/** So many are named. */
export const NAMED_LOSSES = 5;

/** Fewer may always be gone; of more, no larger part than is given with each. */
const MOST_LOST = 10;

/**
 * The losses by a reading that are too many to believe: a permission that was taken away from the portal, or a directory
 * that was restored, looks as if everybody had left.
 */
export class UnbelievedLosses {
  readonly #losses: DirectoryLoss[] = [];
  readonly #cloud: string | null;

  /** @param cloud what is read, such as 'AWS'; null: the directory */
  constructor(cloud: string | null = null) {
    this.#cloud = cloud;
  }

  /** @param part of what was there, such as a quarter, up to which it is believed */
  weigh(what: DirectoryLoss['what'], losses: Losses, part: number): void {
    const { there, lost } = losses;
    if (lost <= MOST_LOST || lost <= there * part) return;
    this.#losses.push({ what, ...(this.#cloud !== null && { cloud: this.#cloud }), ...losses });
  }

  /** @throws {Refusal} 409 where something of it cannot be believed; it names all of it */
  refuse(): void {
    if (this.#losses.length === 0) return;
    const counts = this.#losses.map(({ what, there, lost }) => `${lost} of ${there} ${what}`);
    throw new Refusal(
      409,
      `${counts.join(' and ')} of ${this.#cloud ?? 'the directory'} would have been gone, which is too much to believe, so nothing of it was changed. Check what the portal may read there. Where they are gone, accept it beside Refresh, or sync with "accept_losses": true.`,
      { details: { losses: this.#losses } },
    );
  }
}

/** The losses by which a reading failed, from the stored result of its job. */
export function lossesOf(kept: Record<string, unknown> | null): DirectoryLoss[] {
  const losses = kept?.['losses'];
  return Array.isArray(losses) ? (losses as DirectoryLoss[]) : [];
}
