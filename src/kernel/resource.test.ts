import { expect, test } from 'vitest';
import { text } from './fields/text.ts';
import { messagesFor } from './messages.ts';
import { defineResource, inSentence } from './resource.ts';

test('a label within a sentence begins with small letters and keeps what is written in capitals', () => {
  expect(inSentence('Cost Centers')).toBe('cost centers');
  expect(inSentence('SAP Cost Center')).toBe('SAP cost center');
  expect(inSentence('FAQs')).toBe('FAQs');
  expect(inSentence('GitHub Org Applications')).toBe('GitHub org applications');
  expect(inSentence('Network ID')).toBe('network ID');
});

test('a model says how it is called within a sentence where its label does not say', () => {
  const spec = {
    label: ['Microsoft Approval', 'Microsoft Approvals'],
    title: 'title',
    fields: { title: text('Title') },
    columns: [],
    messages: messagesFor('microsoft approval'),
  } as const;
  expect(defineResource('approvals', spec).noun).toEqual(['microsoft approval', 'microsoft approvals']);
  const noun = ['Microsoft approval', 'Microsoft approvals'] as const;
  expect(defineResource('approvals', { ...spec, noun }).noun).toEqual(noun);
});
