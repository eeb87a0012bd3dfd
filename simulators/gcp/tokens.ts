import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { refusal, type Answer } from './answer.ts';

/** The access tokens that were given, each good for some seconds. */
export class Tokens {
  readonly #seconds: number;
  readonly #until = new Map<string, number>();

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** Gives one for any refresh token. */
  async give(request: IncomingMessage): Promise<Answer> {
    const form = new URLSearchParams(await text(request));
    if (form.get('grant_type') !== 'refresh_token' || !form.get('refresh_token'))
      return [400, { error: 'invalid_grant', error_description: 'Bad Request' }];
    const access = randomBytes(24).toString('base64url');
    this.#until.set(access, Date.now() + this.#seconds * 1000);
    return [200, { access_token: access, expires_in: this.#seconds, token_type: 'Bearer' }];
  }

  /** The refusal of a call without a token that is good; null for one with it. @param expired ends its token first */
  refusal(request: IncomingMessage, expired: boolean): Answer | null {
    const bearer = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    if (expired) this.#until.delete(bearer);
    if ((this.#until.get(bearer) ?? 0) >= Date.now()) return null;
    return refusal('UNAUTHENTICATED', 'Request had invalid authentication credentials.');
  }
}
