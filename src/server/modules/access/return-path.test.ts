import { expect, test } from 'vitest';
import { safeReturnPath } from './return-path.ts';

test('a path below /auth is kept with its query and fragment', () => {
  const path = '/auth/view/cost_centers?by_identifier=12&page=3#row-7';
  expect(safeReturnPath(path)).toBe(path);
});

test.each([
  'https://evil.example/auth/home',
  '//evil.example/auth/home',
  '/\\evil.example',
  '/auth/..//evil.example',
  '/auth/%2e%2e//evil.example',
  '/auth/\n//evil.example',
  'javascript:alert(1)',
  '/api/auth/sign_out',
  '/unauth/logout',
  'auth/home',
  '',
  undefined,
  ['/auth/home'],
  `/auth/${'a'.repeat(3000)}`,
])('%j leads to the home page', (path) => {
  expect(safeReturnPath(path)).toBe('/auth/home');
});
