import type { Row } from '#tests/support/api.ts';
import { button, menu, type Job } from './job.ts';

const DEPARTMENT = 'Finance';
const COMPANY = '4400';
const OWNER = 'amelia.hart@example.com';

export const changeAll: Job = {
  name: 'change the department of all cost centers, and take it back',
  ready: async (api) => {
    const { total } = (await api.get('/cost_centers?page=1&per_page=1')).body.meta;
    return {
      go: async (hands) => {
        const { page } = hands;
        await hands.click(menu(page, 'Cost Centers'));
        await hands.click(page.getByRole('checkbox', { name: 'Select all rows of this page' }));
        const bar = page.getByRole('region', { name: 'Selected' });
        await hands.click(button(bar, `Select all ${total} that match`));
        await hands.click(button(bar, 'Edit selected'));
        const dialog = page.getByRole('dialog', { name: `Edit ${total} Cost Centers` });
        const field = dialog.getByRole('combobox', { name: 'Field' });
        await hands.type(field, 'depart');
        await hands.press('Enter');
        const department = dialog.getByRole('combobox', { name: 'Department' });
        await hands.see(department);
        await hands.press('Tab');
        await hands.type(department, DEPARTMENT);
        await hands.seeOnly(DEPARTMENT);
        await hands.press('Enter');
        await hands.click(button(dialog, 'Preview'));
        await hands.click(button(dialog, 'Save'));
        await hands.click(button(page, 'Undo'));
        await hands.see(page.getByText('The changes have been undone!'));
      },
    };
  },
};

export const addCostCenter: Job = {
  name: 'add a cost center with its company and owner',
  ready: async (api, round) => {
    const identifier = `440049${String(round).padStart(4, '0')}`;
    return {
      go: async (hands) => {
        const { page } = hands;
        await hands.click(menu(page, 'Cost Centers'));
        await hands.click(page.getByRole('link', { name: 'Add New Cost Center' }).first());
        await hands.type(page.getByRole('textbox', { name: 'Identifier' }), identifier);
        await hands.click(page.getByRole('combobox', { name: 'Company', exact: true }));
        await hands.click(page.getByRole('option', { name: new RegExp(`^${COMPANY}`) }));
        await hands.press('Tab');
        await hands.type(page.getByRole('combobox', { name: 'Cloud Contact Email' }), OWNER);
        // The code follows the company.
        await hands.seeValue(page.getByRole('textbox', { name: 'Company Code' }), COMPANY);
        await hands.click(button(page, 'Submit'));
        await hands.click(button(page.getByRole('dialog', { name: 'Add New Cost Center' }), 'Confirm'));
        await hands.see(page.getByText('Your new cost center has been added!'));
      },
      takeBack: async () => {
        const { body } = await api.get<Row[]>(`/cost_centers?by_identifier=${identifier}`);
        for (const { id } of body.data) await api.delete(`/cost_centers/${id}`);
      },
    };
  },
};
