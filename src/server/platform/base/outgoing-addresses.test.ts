import { describe, expect, test } from 'vitest';
import { networkOf, OutgoingAddresses } from './outgoing-addresses.ts';

const usual = new OutgoingAddresses([]);
const inside = new OutgoingAddresses(['127.0.0.1', '10.20.0.0/16', 'fd12:3456::/32']);

describe('without a network that is allowed', () => {
  test.each([
    'ftp://hooks.example.com/a',
    'http://hooks.example.com/a',
    'http://127.0.0.1:8080/a',
    'https://127.0.0.1/a',
    'https://localhost/a',
    'https://any.localhost/a',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://100.100.100.200/',
    'https://169.254.169.254/latest/meta-data',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    // The same addresses, as browsers and libraries read them too.
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[2002:a9fe:a9fe::]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://user:word@hooks.example.com/',
    'nonsense',
  ])('%s is not called', (url) => {
    expect(usual.problem(url)).not.toBeNull();
  });

  test.each(['https://hooks.example.com/a?b=c', 'https://8.8.8.8/', 'https://[2606:4700::1111]:8443/'])(
    '%s is called',
    (url) => {
      expect(usual.problem(url)).toBeNull();
    },
  );
});

describe('with networks that are allowed', () => {
  test.each([
    'http://127.0.0.1:8080/a',
    'http://localhost/',
    'https://10.20.30.40/',
    'https://[fd12:3456::1]/',
  ])('%s is called', (url) => {
    expect(inside.problem(url)).toBeNull();
  });

  test.each([
    'http://10.20.30.40/',
    'https://10.21.0.1/',
    'https://127.0.0.2/',
    'https://169.254.169.254/',
    'http://hooks.example.com/',
  ])('%s is not called', (url) => {
    expect(inside.problem(url)).not.toBeNull();
  });
});

test('a name that leads to an address which must not be called is refused when it is called', async () => {
  const resolve = (addresses: OutgoingAddresses) =>
    new Promise((done) => {
      addresses.lookup('localhost', {}, (error, address) => done(error?.message ?? address));
    });
  expect(await resolve(usual)).toMatch(/^localhost leads to .+, which is not public/);
  expect(await resolve(new OutgoingAddresses(['127.0.0.0/8', '::1']))).toMatch(/^(127\.0\.0\.1|::1)$/);
});

test.each(['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8'])('%s is a network', (text) => {
  expect(networkOf(text)).not.toBeNull();
});

test.each(['', 'example.com', '10.0.0.0/33', '10.0.0', 'fd00::/129', '10.0.0.0/8/8'])(
  '%j is none',
  (text) => {
    expect(networkOf(text)).toBeNull();
  },
);
