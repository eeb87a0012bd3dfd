import type { FastifyInstance } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import { leaveByLink } from './leaving.ts';
import type { ScheduleParts } from './parts.ts';

/** Where the link of a mail leads, of which programs of mail know by `List-Unsubscribe`. */
export const UNSUBSCRIBE_PAGE = '/unauth/unsubscribe';

/** The one field of the form, and the one value that it has (RFC 8058). */
const FIELD = 'List-Unsubscribe';
const VALUE = 'One-Click';
/** A form of parts has a border, which is at most 70 characters, around the field. */
const LONGEST_FORM = 2000;

/** The field as the one part of a form of parts. */
const PART = new RegExp(
  String.raw`^--([^\r\n]{1,72})\r?\nContent-Disposition: *form-data; *name="?${FIELD}"?\r?\n(?:[A-Za-z-]+:[^\r\n]*\r?\n)?\r?\n${VALUE}\r?\n--\1--(?:\r?\n)?$`,
  'i',
);

/** Whether a form says what programs of mail send for somebody who wants no more of it, and nothing else. */
function isOneClick(body: unknown, type: string): boolean {
  if (typeof body !== 'string') return false;
  if (/^multipart\/form-data\b/i.test(type)) return PART.test(body);
  const fields = [...new URLSearchParams(body.trim())];
  return fields.length === 1 && fields[0]?.[0] === FIELD && fields[0][1] === VALUE;
}

/**
 * Takes the recipient of a mail out by one POST to its link, as programs of mail send it for them (RFC 8058): without a page, a sign-in
 * or a cookie. To open the link still changes nothing. It is good for this alone: whatever else is sent is refused.
 */
export async function registerOneClick(app: FastifyInstance, parts: ScheduleParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, body, done) => done(null, body),
    );
    scope.post(
      UNSUBSCRIBE_PAGE,
      // A provider of mail sends for all of its people from a few addresses.
      { bodyLimit: LONGEST_FORM, config: { rateLimit: { max: 600, timeWindow: '1 minute' } } },
      async (request, reply) => {
        if (!isOneClick(request.body, request.headers['content-type'] ?? ''))
          throw new Refusal(422, `Send the form field ${FIELD} with ${VALUE}, and nothing else.`);
        const { credential, ...others } = request.query as Record<string, unknown>;
        const given = typeof credential === 'string' && Object.keys(others).length === 0 ? credential : '';
        await parts.db.transaction((tx) => leaveByLink(parts, tx, given));
        return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('Done.\n');
      },
    );
  });
}
