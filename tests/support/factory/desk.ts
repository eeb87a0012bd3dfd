import { expect } from 'vitest';
import type { CloudDeployment } from '#resources/cloud-deployments.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Api } from '../api.ts';
import { CENTER, OWNER, type TestCloud } from './clouds.ts';

/** Longer than all pauses of a deployment together, on a machine that does much else. */
const OVER_WITHIN_MS = 180_000;

const ESTATE = [
  `INSERT INTO companies (code) VALUES ('FC10')`,
  `INSERT INTO departments (name) VALUES ('Cloud Factory')`,
  `INSERT INTO business_units (name) VALUES ('Factory Unit')`,
  `INSERT INTO cloud_contacts (email, name, terminated) VALUES ('${OWNER}', 'Owner', false)`,
  `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, approved)
   SELECT '${CENTER}', 'FC10', m.id, c.id, '2020-01-01', true FROM companies m, cloud_contacts c
   WHERE m.code = 'FC10' AND c.email = '${OWNER}'`,
];

/** The reference data that requests name. */
export async function fillEstate(db: Database): Promise<void> {
  for (const sql of ESTATE) await db.query(sql);
}

export type Deployment = CloudDeployment;

/** A person at the cloud factory. */
export function factoryDesk(api: Api) {
  const read = async (id: number) => (await api.get<Deployment>(`/cloud_deployments/${id}`)).body.data;
  return {
    read,
    /** What a request with these values needs beside them, such as a folder that is there. */
    async body({ body, cloud }: TestCloud, name: string): Promise<Record<string, unknown>> {
      if (cloud !== 'gcp') return body(name);
      const { data } = (await api.get<{ options: { value: string }[] }[]>('/gcp-folders')).body;
      return { ...body(name), folder_id: data.flatMap(({ options }) => options)[0]?.value };
    },
    async ask(cloud: TestCloud, name: string, more: Record<string, unknown> = {}): Promise<Deployment> {
      const { status, body, text } = await api.post<{ cloud_deployment: Deployment }>(cloud.path, {
        ...(await this.body(cloud, name)),
        ...more,
      });
      expect(status, text).toBe(202);
      return body.data.cloud_deployment;
    },
    async over(id: number): Promise<Deployment> {
      let last = await read(id);
      const look = async () => (last = await read(id)).state;
      await expect
        .poll(look, { timeout: OVER_WITHIN_MS, interval: 100 })
        .toMatch(/^(done|failed|cancelled)$/)
        // What it waits for says more than that it does.
        .catch((error: unknown) => {
          throw new Error(`It is not over: ${JSON.stringify(last.steps)}`, { cause: error });
        });
      return last;
    },
    async does(id: number, deed: string, body: Record<string, unknown> = {}) {
      return api.post<{ cloud_deployment: Deployment }>(`/cloud_deployments/${id}/${deed}`, body);
    },
  };
}
