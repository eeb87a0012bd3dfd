import { expect, test } from 'vitest';
import { meaningOf, type TagMeaning } from './account-tags.ts';

const plus = (text: string) => text.replaceAll('&', '+');
const meanings: TagMeaning[] = [
  { field: 'owner', name: 'Owner', ignoresCase: true, of: plus, textOf: (value) => value },
  { field: 'department', name: 'Department', of: plus, textOf: (value) => value },
  { field: 'cost_center', name: 'cost_center', of: plus, textOf: (value) => value.toUpperCase() },
  { field: 'cost_center', name: 'cost-center', of: plus, textOf: (value) => value },
];

test.each([
  ['a tag that the account lacks means nothing', {}, { owner: null, department: null, cost_center: null }],
  [
    'a name may be written in any case where its cloud does not mind',
    { OWNER: 'jane@example.com' },
    { owner: 'jane@example.com' },
  ],
  [
    'a spelling that the text of the record has means that text',
    { Department: 'R+D' },
    { department: 'R&D' },
  ],
  ['another one means what it says', { Department: 'Q+A' }, { department: 'Q+A' }],
  [
    'the first of several names counts',
    { cost_center: 'cc-1', 'cost-center': 'cc-2' },
    { cost_center: 'CC-1' },
  ],
  ['and else the next one', { 'cost-center': 'cc-2' }, { cost_center: 'cc-2' }],
])('%s', (_what, tags: Record<string, string>, expected) => {
  expect(meaningOf(meanings, tags, { department: 'R&D', owner: null })).toMatchObject(expected);
});
