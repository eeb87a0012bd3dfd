import { expect, test } from 'vitest';
import { awsAccount } from '#resources/cloud-requests/aws-account.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { hyphenated } from './hyphens.ts';
import { askedFields, byField, wrongValues } from './request-room.ts';

test('white space is a hyphen while one types, however much of it is typed or pasted', () => {
  const typed = Array.from('my new  project').reduce((text, key) => hyphenated(text + key), '');
  expect(typed).toBe('my-new-project');
  expect(hyphenated(' online \t payments')).toBe('online-payments');
  expect(hyphenated('a-b')).toBe('a-b');
});

test('every form asks for each of its fields once, but for the type of a subscription, which follows', () => {
  for (const request of cloudRequests) {
    const asked = askedFields(request);
    expect(new Set(asked).size, request.name).toBe(asked.length);
    const left = Object.keys(request.fields).filter((name) => !asked.includes(name));
    expect(left, request.name).toEqual(request.name === 'azure_subscription' ? ['subscription_type'] : []);
  }
});

test('what is wrong is told of all fields at once, what the cloud would refuse beside what is missing', () => {
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
