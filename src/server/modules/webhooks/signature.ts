import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret of the Standard Webhooks scheme: `whsec_` and the key in base64. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The parts of a signed message. */
interface Signed {
  /** The `webhook-id`. */
  id: string;
  /** The `webhook-timestamp`, seconds since 1970. */
  timestamp: number | string;
  body: string | Buffer;
}

const PLAN = 'v1,';
/** Clocks of two machines may differ by so much, and a message may be so long on its way. */
const TOLERANCE_SECONDS = 300;

/** The signature of a message by a secret, in base64. */
function signatureOf(secret: string, { id, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
}

/**
 * Whether somebody with the secret signed a message a short time ago.
 * @param signatures as the header has them, with blanks between them
 * @param now seconds since 1970
 */
export function isSignedWith(secret: string, signed: Signed, signatures: string, now: number): boolean {
  const { timestamp } = signed;
  if (!/^\d{1,12}$/.test(String(timestamp))) return false;
  if (Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const wanted = Buffer.from(signatureOf(secret, signed));
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.startsWith(PLAN) ? one.slice(PLAN.length) : '');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

/** The headers by which a receiver knows who sent a message, when, and whether it came before. */
export function signedHeaders(secret: string, { id, timestamp, body }: Signed): Record<string, string> {
  const signature = signatureOf(secret, { id, timestamp, body });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `${PLAN}${signature}`,
  };
}
