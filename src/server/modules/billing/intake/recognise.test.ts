import { expect, it } from 'vitest';
import { awsCur, azureEa, azureMca, focus, googleCostTable } from '#tests/support/billing/bill-files.ts';
import { recognise } from './recognise.ts';

const line = { account: 'separated', amount: '1' };
const headerOf = (file: string) => file.split('\r\n').find((row) => row.split(',').length > 4) ?? '';

it.each([
  ['azure', azureMca([line])],
  ['azure', azureEa([line])],
  ['gcp', googleCostTable([line], { total: '1' })],
  ['aws', awsCur([line])],
  ['focus', focus([line])],
] as const)('a bill of %s says what separates its cells where these are no commas', (provider, file) => {
  const header = headerOf(file);
  expect(recognise(header.split(','), provider)).not.toBeNull();
  for (const [sign, name] of [
    [';', 'semicolons'],
    ['\t', 'tabs'],
  ] as const)
    expect(() => recognise([header.replaceAll(',', sign)], provider)).toThrow(
      `The cells of this file are separated by ${name}. Please save it with commas between them, and with points in its amounts.`,
    );
});

it('a row above the header that has semicolons is none', () => {
  expect(recognise(['Costs of March; see also the invoice'], 'azure')).toBeNull();
});
