import { expect } from 'vitest';
import type { HistoryEntry } from '#kernel/history.ts';
import type { Values } from '#kernel/input.ts';
import type { Row } from './api.ts';
import { contracts } from './contracts-model.ts';
import { withPlantedPortal } from './planted-models.ts';

/** A portal with contracts, and what tests of their fields ask of it. */
export function withContracts() {
  const portal = withPlantedPortal([contracts]);
  return {
    portal,
    path: '/contracts',
    make: (values: Values) => portal.factory.create(contracts, values),
    inputOf: (values: Values) => portal.factory.input(contracts, values),
    historyOf: async (id: number) =>
      (await portal.api.get<HistoryEntry[]>(`/contracts/${id}/history`)).body.data,
    namesBy: async (query: string) => {
      const { status, body } = await portal.api.get<Row[]>(`/contracts?${query}`);
      expect(status).toBe(200);
      return body.data.map(({ name }) => name);
    },
  };
}
