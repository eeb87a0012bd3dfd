import { expect, it } from 'vitest';
import { recognise } from './recognise.ts';

it('a row above the header that has semicolons is none', () => {
  expect(recognise(['Costs of March; see also the invoice'], 'azure')).toBeNull();
});
