import type { AnswerOf } from '#calls/call.ts';
import type { LinkDetails, LinkOptions, lookAtLink } from '#calls/member-link.ts';
import { api, send } from '#web/data/client.ts';

/*
 * Strangers open this page, and wait for no more than it needs: it knows of the calls their types alone.
 */

/** The content of the link, from the address of the page. */
export interface Link {
  member: string;
  credential: string;
}

const pathOf = ({ member }: Link) => `/members/update-restricted/${encodeURIComponent(member || '0')}`;

/** The names that the form offers. @throws {ApiError} 403 for a link that is not good */
export async function readOptions(link: Link, signal: AbortSignal): Promise<LinkOptions> {
  const query = { credential: link.credential };
  return (await api.get<AnswerOf<typeof lookAtLink>>(pathOf(link), { query, signal })).data;
}

/**
 * Changes the details of the member of a link; `intent` is the same for each attempt with the same details.
 * @throws {ApiError}
 */
export async function sendDetails(link: Link, details: LinkDetails, intent: string): Promise<void> {
  await send('POST', pathOf(link), { query: { credential: link.credential }, body: details, intent });
}
