import { expect, test } from 'vitest';
import { awsAccount } from '#resources/cloud-requests/aws-account.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { hyphenated } from '#kernel/cloud/cloud-request.ts';
import { typeOn, type Typed } from './hyphens.ts';
import { fieldNames, byField, wrongValues } from './request-form-state.ts';

test('white space is a hyphen while one types, however much of it is typed or pasted', () => {
  expect(keyed('my new  project')).toBe('my-new-project');
  expect(keyed('   my')).toBe('my');
  const pasted = typeOn(undefined, ' online \t payments', 18);
  expect([pasted.text, pasted.cursor]).toEqual(['online-payments', 15]);
  expect(keyed('a-b')).toBe('a-b');
  // Before what stands there, where a blank of its own was typed a moment ago.
  const within = typeOn(typeOn(keys('mine'), 'm ine', 2), 'm- ine', 3);
  expect([within.text, within.cursor]).toEqual(['m-ine', 2]);
});

test.each(['Web- Shop', 'a - b', 'a  -  b', ' x --  y'])('%j is typed as the portal takes it', (name) => {
  expect(keyed(name)).toBe(hyphenated(name));
  expect(typeOn(undefined, name, name.length).text).toBe(hyphenated(name));
});

/** What stands in an input after these keys, one by one. */
const keys = (text: string) =>
  Array.from(text).reduce<Typed>(
    (last, key) => typeOn(last, last.text + key, last.text.length + 1),
    typeOn(undefined, '', 0),
  );
const keyed = (text: string) => keys(text).text;

test('every form asks for each of its fields once, but for the type of a subscription, which follows', () => {
  for (const request of cloudRequests) {
    const names = fieldNames(request);
    expect(new Set(names).size, request.name).toBe(names.length);
    const left = Object.keys(request.fields).filter((name) => !names.includes(name));
    expect(left, request.name).toEqual(request.name === 'azure_subscription' ? ['subscription_type'] : []);
  }
});

test('what is wrong is reported of all fields at once, what the cloud would refuse beside what is missing', () => {
  const wrong = byField(
    wrongValues(awsAccount, { accountName: 'Zürich', ou: 'sandbox', regions: ['nowhere'] }),
  );
  expect(wrong).toMatchObject({
    accountEmail: 'Account Email is required.',
    accountName: 'AWS takes names of ASCII characters only.',
    regions: "'nowhere' is not a region of AWS, such as eu-central-1.",
  });
  expect(wrong).not.toHaveProperty('ou');
});
