import type { Api, Row } from '#tests/support/api.ts';
import type { TestPortal } from '#tests/support/portal.ts';
import { estate } from './billing-desk.ts';

/** Organizations and seats of GitHub, stored without the forms, and what runs say of them. */
export function copilotEstate(portal: Pick<TestPortal, 'db'> & { api: Api }) {
  const { insert } = estate(portal);
  return {
    /** @param center the identifier of a cost center that is there */
    organization: async (name: string, center: string | null) => {
      const { rows } = await portal.db.query<{ id: number }>(
        'SELECT id FROM cost_centers WHERE identifier = $1',
        [center],
      );
      return insert('github_organization_apps', {
        name,
        cost_centers_id: rows[0]?.id ?? null,
        team_selection: false,
        exclude_form: false,
        copilot_enabled: true,
      });
    },
    seat: (
      username: string,
      organization: string | null,
      cost_center: string | null,
      more: Record<string, unknown> = {},
    ) =>
      insert('github_copilot_users', {
        github_username: username,
        github_organization: organization,
        cost_center,
        seat_state: 'assigned',
        ...more,
      }),
    /** What each cost center is charged by a run. */
    charged: async (run: number): Promise<Record<string, string>> => {
      const { body } = await portal.api.get<Row[]>(`/billing_runs/${run}/postings`);
      return Object.fromEntries(
        body.data.map(({ cost_center: to, wbs_element: wbs, amount }) => [String(to ?? wbs), String(amount)]),
      );
    },
    bearers: async (run: number, query = '') =>
      (await portal.api.get<Row[]>(`/billing_runs/${run}/seats${query}`)).body.data,
    copilot: async (run: number) => (await portal.api.get(`/billing_runs/${run}/copilot`)).body.data,
  };
}
