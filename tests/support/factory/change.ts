import { expect } from 'vitest';
import type { AccountPlaces, ChangePreview, WrittenDifference } from '#calls/account-change.ts';
import type { TakenDifference } from '#calls/inventory-differences.ts';
import type { Api, Row } from '../api.ts';
import { followJob } from '../follow-job.ts';
import type { Deployment } from './desk.ts';

type Asked = Readonly<Record<string, unknown>>;

/** What somebody changes in the clouds of accounts, and sees of that beforehand. */
export const changesOf = (api: Api) => ({
  places: async (id: number) => {
    const answer = await api.get<AccountPlaces>(`/cloud_parents/${id}/places`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  },
  preview: async (id: number, what: 'move' | 'tags', asked: Asked = {}) => {
    const answer = await api.post<ChangePreview>(`/cloud_parents/${id}/${what}`, { ...asked, dry_run: true });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  },
  send: (id: number, what: 'move' | 'tags', asked: Asked = {}) =>
    api.post<{ cloud_deployment: Deployment }>(`/cloud_parents/${id}/${what}`, {
      reason: 'Its team is another one.',
      ...asked,
    }),
  async ask(id: number, what: 'move' | 'tags', asked: Asked = {}): Promise<number> {
    const answer = await this.send(id, what, asked);
    expect(answer.status, answer.text).toBe(202);
    return answer.body.data.cloud_deployment.id;
  },
});

/** The list of differences, and its repairs on either side. */
export const differencesOf = (api: Api) => ({
  /** Has the clouds read. */
  read: async () => {
    const { body } = await api.post<{ job: { id: string } }>('/cloud_parents/sync', {});
    return followJob(api, body.data.job.id);
  },
  of: async (account: string) =>
    (await api.get<Row[]>(`/inventory_differences?by_identifier=${account}&sort=kind&per_page=50`)).body.data,
  written: (rows: readonly Row[], asked: Asked) =>
    api.post<(WrittenDifference & { deployment: number | null })[]>('/inventory_differences/write', {
      ids: rows.map(({ id }) => String(id)),
      ...asked,
    }),
  takenOver: (rows: readonly Row[], asked: Asked) =>
    api.post<TakenDifference[]>('/inventory_differences/take_over', {
      ids: rows.map(({ id }) => String(id)),
      ...asked,
    }),
});
