import { button, menu, type Job } from './job.ts';

export const addContacts: Job = {
  name: 'add three contacts from a spreadsheet',
  ready: async (_api, round) => ({
    copied: [1, 2, 3].map((n) => `jobs.contact.${round}.${n}@example.com\tContact ${round} ${n}\n`).join(''),
    go: async (hands) => {
      const { page } = hands;
      await hands.click(menu(page, 'Cloud Contacts, editable table'));
      await hands.see(page.getByRole('grid', { name: 'Cloud Contacts' }).getByRole('gridcell').first());
      await hands.press('Control+v');
      await hands.click(button(page, 'Save 3 cloud contacts'));
      await hands.see(page.getByText('3 cloud contacts have been added!'));
    },
  }),
};
