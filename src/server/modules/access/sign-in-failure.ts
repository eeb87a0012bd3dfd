import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { asRefusal } from '#server/platform/http/errors.ts';
import {
  notAdmittedPage,
  notAwaitedPage,
  refusedPage,
  sendPage,
  tooManyPage,
  unavailablePage,
} from './pages.ts';
import { GroupsNotSent, NotAdmitted, type Person } from './person.ts';
import { keepRefusal } from './refused-sign-ins.ts';
import { SignInUnavailable } from './saml/identity-provider.ts';
import { SamlRefusal } from './saml/refusal.ts';
import { NotAwaited } from './sign-ins.ts';

interface Parts {
  config: Pick<Config, 'ccoeEmail'>;
  db: Database;
}

/**
 * Whatever went wrong with a sign-in, a person at a browser reads it: pages, not JSON. The reasons go to the log and to
 * administrators.
 */
export async function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { config: { ccoeEmail: contact }, db }: Parts,
): Promise<FastifyReply> {
  const requestId = String(request.id);
  if (error instanceof SamlRefusal) {
    const { message: reason } = error;
    request.log.warn({ event: 'sign-in refused', reason }, 'sign-in refused');
    await keepRefusal(db, request, { kind: 'refused', reason });
    const answer = error instanceof NotAwaited ? notAwaitedPage : refusedPage;
    return sendPage(reply, answer(contact, requestId));
  }
  if (error instanceof NotAdmitted) {
    const { message: reason, detail, person } = error;
    request.log.warn({ event: 'sign-in not admitted', reason, detail }, 'sign-in not admitted');
    await keepRefusal(db, request, { kind: 'not_admitted', reason, detail, person });
    return sendPage(reply, notAdmittedPage(contact, requestId, error instanceof GroupsNotSent));
  }
  if (error instanceof SignInUnavailable) {
    const { message: reason } = error;
    request.log.warn({ event: 'sign-in unavailable', reason }, 'sign-in unavailable');
    await keepRefusal(db, request, { kind: 'unavailable', reason });
    return sendPage(reply.header('retry-after', '60'), unavailablePage(contact, requestId));
  }
  const status = asRefusal(error)?.status ?? 500;
  if (status === 429) return sendPage(reply, tooManyPage(contact));
  if (status === 503) {
    request.log.error({ err: error }, 'sign-in unavailable');
    return sendPage(reply.header('retry-after', '5'), unavailablePage(contact, requestId));
  }
  if (status < 500) {
    request.log.warn({ event: 'sign-in refused', status }, 'sign-in refused');
    if (status === 413)
      await keepRefusal(db, request, { kind: 'refused', reason: 'the message is too long' });
    return sendPage(reply, refusedPage(contact, requestId, status));
  }
  request.log.error({ err: error }, 'sign-in failed');
  return sendPage(reply, refusedPage(contact, requestId, 500));
}

/** Says where operators look that a person is let in without groups that could give more roles. */
export async function reportMissingGroups(
  db: Database,
  request: FastifyRequest,
  { message: reason, detail }: GroupsNotSent,
  person: Person,
): Promise<void> {
  const { email } = person;
  request.log.warn({ event: 'groups not sent', email, reason, detail }, 'signed in without all groups');
  await keepRefusal(db, request, { kind: 'fewer_roles', reason, detail, person });
}
