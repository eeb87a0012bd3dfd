import { createPrivateKey, type KeyObject } from 'node:crypto';
import { ProviderFailure } from '../common/interface.ts';

const HOW = 'Enter the whole .pem file that GitHub gave for the App, from its BEGIN line to its END line.';

/**
 * A private key as GitHub takes it, in PKCS #8. Lines may be separated by `\n` as it is written in settings.
 * @throws {ProviderFailure} refused, without anything of the key, for what is none
 */
export function readPrivateKey(pem: string, organization: string): string {
  const refused = (what: string) =>
    new ProviderFailure('refused', `The private key of the GitHub App of ${organization} ${what} ${HOW}`, {
      code: 'BAD_KEY',
    });
  let key: KeyObject;
  try {
    key = createPrivateKey(pem.replaceAll('\\n', '\n').trim());
  } catch {
    throw refused('is no private key in PEM, or one that is locked by a passphrase.');
  }
  if (key.asymmetricKeyType !== 'rsa') throw refused('is no RSA key, which GitHub asks for.');
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
