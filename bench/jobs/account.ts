import type { Page } from '@playwright/test';
import { menu, title, type Job } from './job.ts';

const CENTER = '1000430030';
const OWNER = 'maya.desai@example.com';

const field = (page: Page, name: string) =>
  page
    .getByRole('form')
    .getByRole('textbox', { name, exact: true })
    .or(page.getByRole('form').getByRole('combobox', { name, exact: true }));

export const askForAccount: Job = {
  name: 'ask for an AWS account',
  ready: async (_api, round) => ({
    go: async (hands) => {
      const { page } = hands;
      const name = `jobs-account-${round}`;
      await hands.click(menu(page, 'Create AWS Account'));
      await hands.type(field(page, 'Cost Center'), CENTER);
      await hands.click(field(page, 'Project Name'));
      await hands.type(field(page, 'Project Name'), 'Ten Jobs');
      await hands.click(field(page, 'Account Email'));
      await hands.type(field(page, 'Account Email'), `${name}@cloud.example.com`);
      await hands.press('Tab');
      await hands.type(field(page, 'Account Name'), name);
      // What the cost center fills in is seen before it is sent.
      await hands.seeValue(field(page, 'Owner'), OWNER);
      await hands.press('Enter');
      await hands.see(title(page, name));
    },
  }),
};
