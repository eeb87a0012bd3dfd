import { expect, it } from 'vitest';
import { isNotLinkLocal, webAddress } from './setting-kinds.ts';
import { mailSettings } from './mail.ts';

it.each([
  'http://169.254.169.254/',
  'https://[fe80::1]/',
  'http://[::ffff:169.254.169.254]',
  'http://0xa9fea9fe',
  'http://2852039166/latest',
  'http://[fd00:ec2::254]/',
])('%s, where clouds keep the credentials of a machine, is no address of a service', (address) => {
  expect(webAddress.safeParse(address).error?.issues[0]?.message).toBe('must not be a link-local address');
  const mail = address.replace(/^https?:/, 'smtp:');
  expect(mailSettings.SMTP_URL.safeParse(mail).success).toBe(false);
});

it.each(['https://api.github.com', 'http://127.0.0.1:9054', 'http://[::1]/', 'smtps://mail.example.com'])(
  '%s is an address of a service',
  (address) => {
    expect(isNotLinkLocal(address)).toBe(true);
  },
);
