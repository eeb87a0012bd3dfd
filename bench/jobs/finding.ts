import type { Row } from '#tests/support/api.ts';
import type { Hands } from './hands.ts';
import { menu, title, type Job } from './job.ts';

const CENTER = '1000430050';
/** A part of it that no other has. */
const DIGITS = '43005';
const OWNER = 'amelia.hart@example.com';
const ACCOUNT = 'reel-engine-production';

/** Finds a record by the search of the portal, and opens the best match. */
async function open(hands: Hands, text: string, name: string): Promise<void> {
  const { page } = hands;
  await hands.press('Control+k');
  await hands.type(page.getByRole('combobox', { name: 'Search screens and records' }), text);
  await hands.press('Enter');
  await hands.see(title(page, name));
  await hands.seeAll();
}

export const findCostCenter: Job = {
  name: 'find a cost center by a part of its number, and open it',
  ready: async () => ({ go: (hands) => open(hands, DIGITS, CENTER) }),
};

export const ofOneOwner: Job = {
  name: 'see the cost centers of one owner only',
  ready: async (api) => {
    const { body } = await api.get<Row[]>(`/cost_centers?by_cloud_contact_email=${OWNER}`);
    const count = body.data.length;
    return {
      go: async (hands) => {
        const { page } = hands;
        await hands.click(menu(page, 'Cost Centers'));
        const search = page.getByRole('searchbox', { name: 'Search Cloud Contact Email', exact: true });
        await hands.click(search);
        await hands.type(search, OWNER);
        await hands.see(page.getByText(`Showing 1–${count} of ${count}`).first());
        await hands.seeAll();
      },
    };
  },
};

export const whoGetsIn: Job = {
  name: 'find who can get into an AWS account',
  ready: async () => ({
    go: async (hands) => {
      await open(hands, ACCOUNT, ACCOUNT);
      const people = hands.page.getByRole('region', { name: 'Who reaches it', exact: true });
      await hands.pageDownTo(people.getByRole('listitem').first());
    },
  }),
};
