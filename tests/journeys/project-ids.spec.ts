import {
  expect,
  expectNoSidewaysScroll,
  expectUsableByEverybody,
  narrow,
  test,
} from '#tests/support/journey.ts';

test('the list of project ids has no pages, the named columns, and days and flags as they are specified', async ({
  page,
  api,
}) => {
  await api.post('/project_ids', {
    identifier: 'PRJ-1',
    sap_project_name: 'Lighthouse',
    active_at: '2026-03-29',
    active: true,
    cmp_approved: false,
  });
  await page.goto('/auth/view/project_ids?by_identifier=PRJ-1');
  await expect(page.getByRole('heading', { name: 'Project IDs Table' })).toBeVisible();
  const grid = page.getByRole('grid');
  const headings = [
    'Identifier',
    'Cost Center Network',
    'SAP Project Name',
    'PPM Project Name',
    'Active At',
    'Expired At',
    'Replacement',
    'Created',
    'End Date',
    'Active',
    'CMP Approved',
  ];
  for (const name of headings)
    await expect(grid.getByRole('columnheader', { name, exact: true }).first()).toBeAttached();
  const row = grid.getByRole('row').filter({ hasText: 'PRJ-1' });
  await expect(row).toContainText('29-Mar-2026');
  await expect(row.getByText('TRUE', { exact: true })).toBeAttached();
  await expect(row.getByText('FALSE', { exact: true })).toBeAttached();
  await expect(page.getByLabel('Rows per page')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Page 1' })).toHaveCount(0);
  await expectUsableByEverybody(page);
});

test('the editable table of project ids has headings of its own, pages, and a creation that nobody changes', async ({
  page,
  api,
}) => {
  await api.post('/project_ids', { identifier: 'PRJ-2', active_at: '2026-01-01' });
  await page.goto('/auth/crud/project_ids?by_identifier=PRJ-2');
  const grid = page.getByRole('grid');
  for (const name of ['Created At', 'Replacement Project ID', 'End Date', 'Active?', 'CMP Approved?'])
    await expect(grid.getByRole('columnheader', { name, exact: true }).first()).toBeAttached();
  await expect(page.getByRole('button', { name: 'Upload New Network/Project IDs' })).toBeVisible();
  await page.setViewportSize(narrow);
  await expectNoSidewaysScroll(page);
});
