import { ProviderFailure } from './interface.ts';

/**
 * Watches where the pages of one reading lead. One that leads back to a page that was read before would be followed for ever.
 * @param provider such as 'Azure'
 * @returns to be called with the link or token of each next page. @throws {ProviderFailure} away: it was there before
 */
export function onlyForward(provider: string): (next: string) => void {
  const seen = new Set<string>();
  return (next) => {
    if (seen.has(next))
      throw new ProviderFailure(
        'away',
        `${provider} leads back to a page of its list that was read before, so that the list would never end. It has to be read again from its beginning; where this stays, contact the support of ${provider}.`,
      );
    seen.add(next);
  };
}
