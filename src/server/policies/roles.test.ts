import { expect, test } from 'vitest';
import type { Actor, Role } from '#server/platform/base/actor.ts';
import { allows, ownRowsOf } from './allows.ts';
import { rightsOf } from './roles.ts';

const actor = (...roles: Role[]): Actor => ({ email: 'ada@example.com', name: null, roles, via: 'session' });

test.each<[Role[], string]>([
  [[], ''],
  [['owner'], ''],
  [['viewer'], 'read'],
  [['owner', 'viewer'], 'read'],
  [['editor'], 'read edit_reference_data'],
  [['operator'], 'read edit_reference_data operate'],
  [['admin'], 'read edit_reference_data operate administer'],
  [['viewer', 'operator'], 'read edit_reference_data operate'],
])('%j may: %s', (roles, expected) => {
  const rights = Object.entries(rightsOf(actor(...roles))).flatMap(([right, has]) => (has ? right : []));
  expect(rights.join(' ')).toBe(expected);
});

test.each(['create', 'update', 'delete', 'import'])('a viewer may not %s, an editor may', (action) => {
  expect(allows(actor('viewer'), action, {})).toBe(false);
  expect(allows(actor('editor'), action, {})).toBe(true);
});

test('a viewer may read, and whoever has no role may not', () => {
  expect(allows(actor('viewer'), 'read', {})).toBe(true);
  expect(allows(actor(), 'read', {})).toBe(false);
});

test('a model that names rights of its own is seen and changed by those who have them alone', () => {
  const requests = { rights: { change: 'operate' } } as const;
  const secrets = { rights: { read: 'administer', change: 'administer' } } as const;
  expect(allows(actor('editor'), 'read', requests)).toBe(true);
  expect(allows(actor('editor'), 'create', requests)).toBe(false);
  expect(allows(actor('operator'), 'delete', requests)).toBe(true);
  expect(allows(actor('operator'), 'read', secrets)).toBe(false);
  expect(allows(actor('admin'), 'update', secrets)).toBe(true);
});

test('a list is downloaded by those who see it, or by those alone whom its model names', () => {
  const seldom = { rights: { export: 'edit_reference_data' } } as const;
  expect(allows(actor('viewer'), 'export', {})).toBe(true);
  expect(allows(actor('viewer'), 'export', seldom)).toBe(false);
  expect(allows(actor('viewer'), 'read', seldom)).toBe(true);
  expect(allows(actor('editor'), 'export', seldom)).toBe(true);
});

test('an owner looks at their own rows of models that have some, and does nothing else', () => {
  const owned = { owned: { email: 'email' } } as const;
  const guarded = { owned: { email: 'email' }, rights: { read: 'administer' } } as const;
  const hidden = { owned: { email: 'email', shown: false } } as const;
  const may = (action: string, model: Parameters<typeof allows>[2]) => allows(actor('owner'), action, model);
  expect([may('read', owned), may('export', owned)]).toEqual([true, true]);
  expect([may('read', {}), may('read', guarded), may('read', hidden)]).toEqual([false, false, false]);
  expect(['create', 'update', 'delete', 'import'].map((action) => may(action, owned))).not.toContain(true);
  expect(ownRowsOf(actor('owner'))).toBe('ada@example.com');
});

test('whoever sees the records of everybody is not narrowed by owning some', () => {
  expect(ownRowsOf(actor('owner', 'viewer'))).toBeNull();
  expect(ownRowsOf(actor('admin'))).toBeNull();
  expect(allows(actor('owner', 'viewer'), 'read', {})).toBe(true);
});
