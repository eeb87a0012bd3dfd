import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A key pair in PEM with a certificate that it signed itself, valid for a day. */
export interface TestKey {
  privateKey: string;
  publicKey: string;
  certificate: string;
}

/** Makes a key for one test run; nothing of it is ever stored. */
export function newTestKey(modulusLength = 2048): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { privateKey, publicKey, certificate: selfSigned(privateKey, publicKey) };
}

/** X.509 v1 in DER: Node reads certificates but makes none, and no more than this is needed here. */
function selfSigned(privateKey: string, publicKey: string): string {
  const algorithm = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
  const commonName = sequence(Buffer.from('0603550403', 'hex'), tlv(0x0c, Buffer.from('identity provider')));
  const name = sequence(tlv(0x31, commonName));
  const day = 86_400_000;
  const validity = sequence(time(Date.now() - day), time(Date.now() + day));
  const serial = tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]));
  const key = createPublicKey(publicKey).export({ type: 'spki', format: 'der' });
  const body = sequence(serial, algorithm, name, validity, name, key);
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const base64 = sequence(body, algorithm, signature).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const time = (at: number) =>
  tlv(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

const sequence = (...parts: Buffer[]) => tlv(0x30, Buffer.concat(parts));

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
