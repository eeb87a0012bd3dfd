import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret of the Standard Webhooks scheme: `whsec_` and the key in base64. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The parts of a signed message. */
interface Signed {
  /** The `webhook-id`. */
  id: string;
  /** The `webhook-timestamp`, seconds since 1970. */
  timestamp: number;
  body: string;
}

/** The headers by which a receiver knows who sent a message, when, and whether it came before. */
export function signedHeaders(secret: string, { id, timestamp, body }: Signed): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
