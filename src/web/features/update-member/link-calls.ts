import { send } from '#web/data/client.ts';

/** What the address of the page tells of the link. */
export interface Link {
  member: string;
  credential: string;
}

/** The names that the form offers. */
export interface Options {
  departments: readonly string[];
  business_units: readonly string[];
}

const pathOf = ({ member }: Link) => `/members/update-restricted/${encodeURIComponent(member || '0')}`;

/** @throws {ApiError} 403 for a link that is not good */
export async function readOptions(link: Link, signal: AbortSignal): Promise<Options> {
  const answer = await send('GET', pathOf(link), { query: { credential: link.credential }, signal });
  return ((await answer.json()) as { data: Options }).data;
}

/**
 * Changes the details of the member of a link; `intent` is the same for each attempt with the same details.
 * @throws {ApiError}
 */
export async function sendDetails(
  link: Link,
  details: { department: string; business_unit: string },
  intent: string,
): Promise<void> {
  await send('POST', pathOf(link), { query: { credential: link.credential }, body: details, intent });
}
