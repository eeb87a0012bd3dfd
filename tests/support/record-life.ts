import { expect } from 'vitest';
import type { Api, Row } from './api.ts';

/** Creates with a payload, reads it back, changes and deletes the record; answers what was stored. */
export async function throughItsLife(
  api: Api,
  path: string,
  payload: Record<string, unknown>,
  wrapper?: string,
): Promise<Row> {
  const body = wrapper ? { [wrapper]: payload } : payload;
  const made = await api.post(path, body);
  expect([made.status, made.text]).toEqual([201, made.text]);
  const { id } = made.body.data;
  const changed = await api.put(`${path}/${id}`, body);
  expect([changed.status, changed.text]).toEqual([200, changed.text]);
  const { body: read } = await api.get(`${path}/${id}`);
  expect((await api.delete(`${path}/${id}`)).status).toBe(200);
  return read.data;
}
