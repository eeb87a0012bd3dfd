import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ImportPreview, ImportProblem, ImportResult } from '#kernel/csv/csv-import.ts';
import type { Api, Row } from './api.ts';
import { parse } from 'csv-parse/sync';
import { readCsv } from '#kernel/csv/read-csv.ts';

/** The body of an import, as the web makes it of a file. */
export function importBody(bytes: Uint8Array): { data: Record<string, string>[]; row_numbers: number[] } {
  const { rows, rowNumbers } = readCsv(parse, bytes);
  return { data: rows, row_numbers: rowNumbers };
}

/** The bytes of a worksheet as a spreadsheet program wrote it, from tests/fixtures/csv. */
export const worksheet = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(path.resolve(import.meta.dirname, '../fixtures/csv', name)));

export interface Refused {
  error: string;
  errors: ImportProblem[];
  error_total: number;
}

/** The people and places that the worksheets name. */
export async function addWorld(api: Api): Promise<void> {
  const add = async (model: string, rows: object[]) => {
    for (const row of rows) {
      const { status, text } = await api.post(`/${model}`, row);
      if (status !== 201) throw new Error(`${model}: ${text}`);
    }
  };
  await add('companies', [{ code: '1000' }, { code: '2100' }, { code: '3500' }]);
  await add('business_units', [
    { name: 'Corporate' },
    { name: 'Gaming' },
    { name: 'Lottery' },
    { name: 'Digital & Betting' },
  ]);
  await add('departments', [
    { name: 'General Administration' },
    { name: 'Cloud Engineering' },
    { name: 'Finance' },
    { name: 'Lottery Systems' },
    { name: 'Network Operations' },
    { name: 'Game Development' },
  ]);
  const people = [
    'amelia.hart',
    'marcus.bell',
    'zoe.martin',
    'hannah.vogel',
    'chiara.lombardi',
    'paolo.ricci',
  ];
  await add(
    'cloud_contacts',
    people.map((name) => ({ email: `${name}@example.com` })),
  );
}

export const importJson = (api: Api, body: unknown, headers?: Record<string, string>) =>
  api.post<ImportResult & ImportPreview>('/cost_centers/import_json', body, headers);

/** What a refused import says; fails where it was not refused with 422. */
export async function refusalOf(api: Api, body: unknown): Promise<Refused> {
  const { status, text } = await importJson(api, body);
  if (status !== 422) throw new Error(`The import was not refused: ${status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as Refused;
}

export async function countOf(api: Api, model = 'cost_centers'): Promise<number> {
  const { body } = await api.get<Row[]>(`/${model}?page=1&per_page=1`);
  return body.meta.total;
}

/** A cost center as a list shows it. */
export async function costCenter(api: Api, identifier: string): Promise<Row> {
  const { body } = await api.get<Row[]>('/cost_centers');
  const found = body.data.find((row) => row['identifier'] === identifier);
  if (!found) throw new Error(`There is no cost center ${identifier}.`);
  return found;
}
