import { expect, test } from 'vitest';
import { newTestKey } from '#tests/support/certificate.ts';
import { providerMetadata } from '#tests/support/metadata-server.ts';
import { metadataUrlProblem } from './fetch-metadata.ts';
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

test.each([
  'file:///etc/passwd',
  'ftp://idp.example.com/metadata',
  'http://idp.example.com/metadata',
  'https://169.254.169.254/latest',
  'https://[fe80::1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://2852039166/',
  'nonsense',
])('metadata is not fetched from %s', (address) => {
  expect(metadataUrlProblem(address)).not.toBeNull();
});

test.each([
  'https://idp.example.com/metadata',
  'http://127.0.0.1:8081/metadata',
  'http://localhost/m',
  'https://10.0.0.7/',
])('metadata is fetched from %s', (address) => {
  expect(metadataUrlProblem(address)).toBeNull();
});
