import { expect, test } from 'vitest';
import { newTestKey } from '#tests/support/certificate.ts';
import { providerMetadata } from '#tests/support/metadata-server.ts';
import { readMetadata } from './metadata.ts';

const { certificate } = newTestKey();
const good = providerMetadata('https://idp.example.com', 'https://idp.example.com/sso', [certificate]);

test('entity id, address and certificates are read, a comment notwithstanding', () => {
  expect(readMetadata(good)).toEqual({
    entityId: 'https://idp.example.com',
    ssoUrl: 'https://idp.example.com/sso',
    keys: [certificate],
  });
});

test.each([
  ['no identity provider', good.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), /no identity provider/],
  ['no entity id', good.replace('entityID', 'other'), /no entityID/],
  ['no address for redirects', good.replace('HTTP-Redirect', 'HTTP-Artifact'), /HTTP-Redirect/],
  [
    'an address that is none',
    good.replace('https://idp.example.com/sso', 'javascript:alert(1)'),
    /HTTP-Redirect/,
  ],
  ['no certificate', good.replace('use="signing"', 'use="encryption"'), /no signing certificate/],
  ['a DOCTYPE', good.replace('<md:Entity', '<!DOCTYPE x><md:Entity'), /DOCTYPE/],
  ['two providers', good.replace(/(<md:IDPSSO[\s\S]*<\/md:IDPSSODescriptor>)/, '$1$1'), /several/],
  ['no XML', 'Service unavailable', /XML/],
])('metadata with %s is refused', (_name, xml, reason) => {
  expect(() => readMetadata(xml)).toThrow(reason);
});
