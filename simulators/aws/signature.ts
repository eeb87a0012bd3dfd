import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { WireError } from './wire.ts';

/** A key of AWS as the SDK is given it, and the account that it belongs to. */
export interface Key {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

interface SignedRequest {
  method: string;
  path: string;
  /** Behind the question mark; none by default. */
  query?: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The largest error of a clock that AWS takes. */
const SKEW_MS = 5 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/([\w-]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const sign = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/**
 * Holds a request against its Signature Version 4.
 * @returns the service that it was signed for, such as `organizations`, and the key that signed it
 * @throws {WireError} as AWS refuses it: no signature, an unknown key, a clock that is wrong, a wrong signature
 */
export function checkSignature<K extends Key>(
  request: SignedRequest,
  keyOf: (accessKeyId: string) => K | undefined,
  now: number,
): { service: string; key: K } {
  const { headers } = request;
  const given = AUTHORIZATION.exec(headers.authorization ?? '');
  const sentAt = String(headers['x-amz-date'] ?? '');
  if (!given || !/^\d{8}T\d{6}Z$/.test(sentAt))
    throw new WireError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  const [, accessKeyId = '', day = '', region = '', service = '', names = '', signature = ''] = given;
  const key = keyOf(accessKeyId);
  if (!key || key.sessionToken !== headers['x-amz-security-token'])
    throw new WireError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
      403,
    );
  refuseSkew(sentAt, now);
  const signed = names.split(';');
  const contentHash = hash(request.body);
  if (!signed.includes('host') || day !== sentAt.slice(0, 8)) throw wrongSignature();
  const canonical = [
    request.method,
    request.path,
    (request.query ?? '').split('&').toSorted().join('&'),
    ...signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    contentHash,
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', sentAt, scope, hash(canonical)].join('\n');
  const dayKey = sign(`AWS4${key.secretAccessKey}`, day);
  const signingKey = sign(sign(sign(dayKey, region), service), 'aws4_request');
  const expected = sign(signingKey, text);
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw wrongSignature();
  return { service, key };
}

function wrongSignature(): WireError {
  return new WireError(
    'InvalidSignatureException',
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
    403,
  );
}

function refuseSkew(sentAt: string, now: number): void {
  const sent = Date.parse(sentAt.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const compact = (time: number) => `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const refuse = (state: string, limit: number, sign: string) =>
    new WireError(
      'InvalidSignatureException',
      `Signature ${state} ${compact(limit)} (${compact(now)} ${sign} 5 min.)`,
      403,
    );
  if (sent < now - SKEW_MS) throw refuse(`expired: ${sentAt} is now earlier than`, now - SKEW_MS, '-');
  if (sent > now + SKEW_MS)
    throw refuse(`not yet current: ${sentAt} is still later than`, now + SKEW_MS, '+');
}
