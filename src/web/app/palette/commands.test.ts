import { expect, test } from 'vitest';
import type { Rights } from '#kernel/rights.ts';
import { commandsHere, findCommands, imports } from './commands.ts';

const viewer: Rights = { read: true, edit_reference_data: false, operate: false, administer: false };
const editor: Rights = { ...viewer, edit_reference_data: true };
const labels = (address: string, rights: Rights) =>
  commandsHere(address, rights, () => undefined).map(({ label }) => label);

test('what can be done at an address follows from what it shows and who is there', () => {
  expect(labels('/auth/view/companies/7', editor)).toEqual(['Edit This Company', 'Copy Link']);
  expect(labels('/auth/view/companies', editor)).toEqual(['Open Editable Table of Companies', 'Copy Link']);
  for (const address of [
    '/auth/crud/companies',
    '/auth/edit/companies/7',
    '/auth/home',
    '/auth/view/nothing',
  ])
    expect(labels(address, editor)).toEqual(['Copy Link']);
  for (const address of ['/auth/view/companies/7', '/auth/view/companies'])
    expect(labels(address, viewer)).toEqual(['Copy Link']);
});

test('models that take a file can be imported by who may add records', () => {
  const offered = imports(editor, () => undefined).map(({ label }) => label);
  expect(offered).toEqual(
    expect.arrayContaining(['Import Cost Centers', 'Import Members', 'Import Budgets', 'Import Companies']),
  );
  // Approvals come from Microsoft alone.
  expect(offered.filter((label) => /approval/i.test(label))).toEqual([]);
  expect(imports(viewer, () => undefined)).toEqual([]);
});

test('actions are found by parts of their names, and without words only those about the screen', () => {
  const commands = [
    ...commandsHere('/auth/view/companies', editor, () => undefined),
    ...imports(editor, () => undefined),
  ];
  const found = (text: string) => findCommands(commands, text).map(({ key }) => key);
  expect(found('')).toEqual(['open-table', 'copy-link']);
  expect(found('cost imp')[0]).toBe('import-cost_centers');
  expect(found('nothing of this')).toEqual([]);
});
