import { expect, test } from 'vitest';
import { metadataUrlProblem } from './special-addresses.ts';

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
