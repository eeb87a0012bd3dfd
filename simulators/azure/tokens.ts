import { randomBytes, timingSafeEqual } from 'node:crypto';
import { simulatorAccess } from '#server/providers/common/simulator-access.ts';
import type { Answer } from './arm.ts';
import { ArmError, ok } from './arm.ts';
import { TENANT_ID } from './tenant.ts';

/** Whom the tenant knows: an application that may do everything. It is no secret. */
export const { application } = simulatorAccess;

const same = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The tokens that a tenant has given, each good for some time. */
export class Tokens {
  readonly #until = new Map<string, number>();
  readonly #seconds: number;

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  /** Answers a client's credentials with a token, as the token endpoint of a tenant does. */
  give(form: URLSearchParams): Answer {
    const refuse = (status: number, error: string, description: string): Answer => ({
      status,
      body: { error, error_description: description },
    });
    if (form.get('grant_type') !== 'client_credentials')
      return refuse(400, 'unsupported_grant_type', 'AADSTS70003: The grant type is not supported.');
    if (form.get('client_id') !== application.clientId)
      return refuse(
        400,
        'unauthorized_client',
        'AADSTS700016: The application was not found in the directory.',
      );
    if (!same(form.get('client_secret') ?? '', application.clientSecret))
      return refuse(401, 'invalid_client', 'AADSTS7000215: Invalid client secret provided.');
    if (!(form.get('scope') ?? '').split(' ').some((scope) => scope.endsWith('/.default')))
      return refuse(400, 'invalid_scope', 'AADSTS1002012: The provided value for scope is not valid.');
    const token = randomBytes(24).toString('base64url');
    this.#until.set(token, Date.now() + this.#seconds * 1000);
    return ok({
      token_type: 'Bearer',
      expires_in: this.#seconds,
      ext_expires_in: this.#seconds,
      access_token: token,
    });
  }

  /** @throws {ArmError} 401 where the header has no token that counts. */
  check(header: string | undefined): void {
    const token = /^Bearer (.+)$/.exec(header ?? '')?.[1];
    if (token === undefined)
      throw unauthorized(
        'AuthenticationFailed',
        "Authentication failed. The 'Authorization' header is missing.",
      );
    const until = this.#until.get(token);
    if (until === undefined) throw unauthorized('InvalidAuthenticationToken', 'The access token is invalid.');
    if (until <= Date.now()) throw expired();
  }
}

const unauthorized = (code: string, message: string) =>
  new ArmError(401, code, message, {
    'www-authenticate': `Bearer authorization_uri="https://login.microsoftonline.com/${TENANT_ID}", error="invalid_token"`,
  });

export const expired = () =>
  unauthorized(
    'ExpiredAuthenticationToken',
    'The access token expiry UTC time is earlier than current UTC time.',
  );

/** The metadata of a tenant that clients read before they request a token. */
export function openIdConfiguration(base: string): Answer {
  const issuer = `${base}/${TENANT_ID}`;
  return ok({
    issuer: `${issuer}/v2.0`,
    token_endpoint: `${issuer}/oauth2/v2.0/token`,
    authorization_endpoint: `${issuer}/oauth2/v2.0/authorize`,
    jwks_uri: `${issuer}/discovery/v2.0/keys`,
  });
}
