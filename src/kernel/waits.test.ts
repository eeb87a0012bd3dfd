import { expect, test } from 'vitest';
import { mention } from './fields/mention.ts';
import { expiryTone, flagTone } from './tones.ts';
import { waitsOf } from './waits.ts';

test('what waits in a model are its expiries, the sides of its flags that say so, and names that nobody knows', () => {
  const late = { tone: 'warning', reason: 'Not paid yet.', waits: 'Unpaid' } as const;
  const tones = {
    ends: expiryTone(7),
    paid: flagTone({ tone: 'good', reason: 'Paid.' }, late),
    left: flagTone({ tone: 'bad', reason: 'Has left.' }),
  };
  const payer = mention('Cost Center', 'cost_centers', { by: 'identifier', as: 'payer_id', optional: true });
  expect(waitsOf({ tones, fields: { payer } })).toEqual([
    { filter: 'ends', value: 'expired', label: 'Expired', tone: 'bad' },
    { filter: 'ends', value: 'expiring', label: 'Expiring within 7 days', tone: 'warning' },
    { filter: 'paid', value: 'false', label: 'Unpaid', tone: 'warning' },
    { filter: 'payer_unknown', value: 'true', label: 'Unknown cost center', tone: 'warning' },
  ]);
  expect(waitsOf({ fields: {} })).toEqual([]);
});
