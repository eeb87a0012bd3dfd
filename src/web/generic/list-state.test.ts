import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  listParams,
  PAGE_SIZES,
  readListState,
  textSearch,
  writeListState,
  type ListState,
} from './list-state.ts';

const text = fc.string({ minLength: 1, maxLength: 20 }).filter((value) => value.trim() !== '');
const anyState: fc.Arbitrary<ListState> = fc.record({
  page: fc.integer({ min: 1, max: 99_999 }),
  perPage: fc.constantFrom(...PAGE_SIZES),
  sort: fc.option(fc.constantFrom('identifier', '-created_at')),
  q: fc.oneof(fc.constant(''), text),
  filters: fc.dictionary(fc.constantFrom('identifier', 'created_at', 'terminated'), text),
});

test('a list state written to an address is read back as the same state', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const address = textSearch.stringifySearch(writeListState(state));
      expect(readListState(textSearch.parseSearch(address))).toEqual({
        ...state,
        filters: { ...state.filters },
      });
    }),
  );
});

test('a long identifier in the address keeps every digit and leading zero', () => {
  for (const identifier of ['12300000000000000001', '0012', '1e5', 'true', '4711']) {
    const address = textSearch.stringifySearch({ by_identifier: identifier });
    expect(readListState(textSearch.parseSearch(address)).filters).toEqual({ identifier });
  }
});

test('an address that makes no sense reads as the plain list', () => {
  const plain = readListState({});
  expect(readListState({ page: '-3', per_page: '7', sort: '', q: {}, by_: 'x', by_name: '' })).toEqual(plain);
  expect(writeListState(plain)).toEqual({});
});

test('the request for a page names it, the request for the whole list does not', () => {
  const state = readListState({ page: '2', sort: '-name', by_name: 'a' });
  expect(listParams(state)).toEqual({ page: '2', per_page: '25', sort: '-name', by_name: 'a' });
  expect(listParams(state, { paged: false })).toEqual({ sort: '-name', by_name: 'a' });
});
