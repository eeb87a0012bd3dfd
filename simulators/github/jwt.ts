import { verify } from 'node:crypto';

/** The longest that a token of an App may be good for, and how far clocks may differ; seconds. */
const LONGEST = 600;
const SKEW = 60;

/**
 * The error of the token by which an App shows that it holds its private key, in GitHub's words; null where there
 * is none.
 * @param publicKey PEM, of the App that the token names; empty where GitHub has none of it
 */
export function jwtFault(token: string, publicKey: string): string | null {
  const [head = '', body = '', signature = ''] = token.split('.');
  const header = parsed(head);
  const claims = parsed(body);
  const undecodable = 'A JSON web token could not be decoded';
  if (!header || !claims || header['alg'] !== 'RS256') return undecodable;
  const signed = Buffer.from(`${head}.${body}`);
  if (publicKey === '' || !verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url')))
    return undecodable;
  const now = Date.now() / 1000;
  const { iat, exp } = claims;
  if (typeof iat !== 'number' || iat > now + SKEW)
    return "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued";
  if (typeof exp !== 'number' || exp <= now - SKEW)
    return "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires";
  return exp > now + LONGEST + SKEW ? "'Expiration time' claim ('exp') is too far in the future" : null;
}

/** The App that a token says to be of; empty where it says nothing. */
export function issuerOf(token: string): string {
  const iss = parsed(token.split('.')[1] ?? '')?.['iss'];
  return typeof iss === 'string' || typeof iss === 'number' ? String(iss) : '';
}

function parsed(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
