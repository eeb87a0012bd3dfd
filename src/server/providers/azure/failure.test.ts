import { expect, it } from 'vitest';
import { azureFailure } from './failure.ts';

/** An error as the library for identities throws it where no token came. */
const noToken = (message: string) => Object.assign(new Error(message), { name: 'AuthenticationError' });

it.each([
  ['network_error: Network request failed', 'away', 'cannot be reached from this machine'],
  ['getaddrinfo ENOTFOUND login.microsoftonline.com', 'away', 'cannot be reached from this machine'],
  ['invalid_client: AADSTS7000215', 'refused', 'check AZURE_TENANT_ID'],
])('a sign-in that ends with "%s" is %s', (message, kind, sentence) => {
  const failure = azureFailure(noToken(message), 'list the subscriptions', 'reads');
  expect([failure.kind, failure.message]).toEqual([kind, expect.stringContaining(sentence)]);
});
