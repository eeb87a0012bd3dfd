import { expect, it } from 'vitest';
import { checkValue } from '../input.ts';
import { secret } from './secret.ts';

const PEM = '-----BEGIN RSA PRIVATE KEY-----\r\nMIIEow\nAKCAQ\r\n-----END RSA PRIVATE KEY-----\r\n';

it('a secret of several lines is kept as it came, with its line ends and the last one', () => {
  expect(checkValue(secret('Key', { lines: true }), PEM, 'create')).toEqual({ value: PEM });
});

it('a secret of one line is trimmed', () => {
  expect(checkValue(secret('Key'), ' s3cret \n', 'create')).toEqual({ value: 's3cret' });
});

it.each([true, false])('an empty secret keeps what is stored (several lines: %s)', (lines) => {
  expect(checkValue(secret('Key', { lines }), ' \n ', 'update')).toEqual({ stays: true });
});

it('a secret of several lines is no longer than it may be', () => {
  expect(checkValue(secret('Key', { lines: true, max: 3 }), 'abcd', 'create')).toEqual({
    error: 'Key must have at most 3 characters.',
  });
});
