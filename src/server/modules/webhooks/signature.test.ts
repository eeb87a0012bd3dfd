import { expect, test } from 'vitest';
import { isSignedWith, newSecret, signedHeaders } from './signature.ts';

test('a message is signed as the Standard Webhooks specification signs its example', () => {
  const headers = signedHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  });
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('each secret has 256 bits of its own', () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
});

test('a message counts with any of its signatures, as it was signed, and within five minutes alone', () => {
  const secret = newSecret();
  const signed = { id: 'ans_1', timestamp: 1_790_000_000, body: '{"outcome":"done"}' };
  const { 'webhook-signature': own = '' } = signedHeaders(secret, signed);
  const counts = (change: object = {}, signatures = own, now = signed.timestamp, by = secret) =>
    isSignedWith(by, { ...signed, ...change }, signatures, now);
  expect(counts()).toBe(true);
  expect(counts({ body: Buffer.from(signed.body), timestamp: '1790000000' })).toBe(true);
  expect(counts({}, `v1,AAAA v1a,${own.slice(3)} ${own}`)).toBe(true);
  for (const signatures of ['', 'v1,', own.slice(3), `v1a,${own.slice(3)}`, `${own}=`])
    expect(counts({}, signatures), signatures).toBe(false);
  for (const change of [{ id: 'ans_2' }, { body: '{}' }, { timestamp: 1_790_000_001 }, { timestamp: '' }])
    expect(counts(change)).toBe(false);
  expect([-300, 300].map((off) => counts({}, own, signed.timestamp + off))).toEqual([true, true]);
  expect([-301, 301].map((off) => counts({}, own, signed.timestamp + off))).toEqual([false, false]);
  expect(counts({}, own, signed.timestamp, newSecret())).toBe(false);
});
