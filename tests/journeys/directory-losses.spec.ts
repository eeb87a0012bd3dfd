import { startGraph, type GraphSimulator } from '#simulators/graph/graph.ts';
import { expect, expectUsableByEverybody, test as base } from '#tests/support/journey.ts';
import { smallDirectory } from '#tests/support/security-groups.ts';
import { spawnPortal, type SpawnedPortal } from '#tests/support/spawned-portal.ts';

/** A portal of its own, which reads a directory of this test when it is asked to. */
const test = base.extend<object, { directory: GraphSimulator; portal: SpawnedPortal }>({
  directory: [
    async ({}, use) => {
      const graph = await startGraph({ initial: smallDirectory(40) });
      await use(graph);
      await graph.close();
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ directory }, use) => {
      const portal = await spawnPortal({ GRAPH_API: directory.url });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
});

const GROUPS = '/auth/view/ad_groups';

// Wide enough that the heading has room for its buttons beside what is said of the reading.
test.use({ viewport: { width: 1920, height: 1080 } });

test('a reading that would lose many is held, tells what would be gone, and is accepted on the page', async ({
  page,
  api,
  directory,
}) => {
  const disabled = async () => (await api.get('/ad_people?by_enabled=false')).body.meta.total;
  await page.goto(GROUPS);
  const main = page.getByRole('main');
  const refresh = main.getByRole('button', { name: 'Refresh' }).first();
  await refresh.click();
  const age = main.locator('time[datetime]').first();
  await expect(age).toHaveText(/^Read /);
  await expect(refresh).toBeEnabled();

  const gone = [...directory.directory.people.values()].slice(0, 30);
  for (const { id } of gone) directory.directory.changePerson(id, { enabled: false });
  await refresh.click();
  const mark = main.getByRole('button', { name: 'Not believed' });
  await expect(mark).toBeVisible();
  expect(await disabled()).toBe(0);
  await mark.hover();
  await expect(page.getByRole('tooltip')).toContainText(
    '30 of 40 people of the directory would have been gone',
  );
  await main.getByRole('button', { name: 'Accept Losses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept Losses' });
  await expect(dialog.getByRole('listitem')).toHaveText(
    '30 of 40 peoplePerson 1, Person 10, Person 11, Person 12, Person 13 and 25 more',
  );
  await expectUsableByEverybody(page);

  // Nothing is gone because somebody looked.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(mark).toBeVisible();
  await main.getByRole('button', { name: 'Accept Losses' }).click();
  await dialog.getByRole('button', { name: 'Accept and Read Again' }).click();
  await expect(page.getByText('what is gone is believed')).toBeVisible();
  await expect(mark).toBeHidden();
  await expect.poll(disabled).toBe(30);
});
