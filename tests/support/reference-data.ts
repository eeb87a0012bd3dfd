import type { Values } from '#kernel/input.ts';
import type { EngineAnswer, TestEngine } from './engine.ts';

type Row = { id: number; lock_version: number } & Record<string, unknown>;

/** Makes reference data through the API; what is not given is another value each time. */
export class ReferenceData {
  readonly #engine: TestEngine;
  #count = 0;
  #owner: Promise<number> | undefined;
  #company: Promise<number> | undefined;
  #department: Promise<number> | undefined;
  #unit: Promise<number> | undefined;

  constructor(engine: TestEngine) {
    this.#engine = engine;
  }

  /** A text that occurs nowhere else. */
  unique(start = 'X'): string {
    this.#count += 1;
    return `${start}${String(this.#count).padStart(4, '0')}`;
  }

  async contact(more: Values = {}): Promise<Row> {
    return this.#made('/cloud_contacts', { email: `${this.unique('p')}@example.com`, ...more });
  }

  async company(more: Values = {}): Promise<Row> {
    return this.#made('/companies', { code: this.unique('C'), ...more });
  }

  async department(more: Values = {}): Promise<Row> {
    return this.#made('/departments', { name: this.unique('Department '), ...more });
  }

  async businessUnit(more: Values = {}): Promise<Row> {
    return this.#made('/business_units', { name: this.unique('Unit '), ...more });
  }

  async costCenter(more: Values = {}): Promise<Row> {
    return this.#made('/cost_centers', await this.costCenterInput(more));
  }

  /** A cost center that can be edited: one that lacks a business unit or a department cannot. */
  async placedCostCenter(more: Values = {}): Promise<Row> {
    this.#unit ??= this.businessUnit().then(({ id }) => id);
    this.#department ??= this.department().then(({ id }) => id);
    const place = { business_units_id: await this.#unit, departments_id: await this.#department };
    return this.costCenter({ ...place, ...more });
  }

  /** What a creation of a cost center takes. */
  async costCenterInput(more: Values = {}): Promise<Values> {
    this.#owner ??= this.contact().then(({ id }) => id);
    this.#company ??= this.company().then(({ id }) => id);
    return {
      identifier: this.unique('CC'),
      cloud_contact_id: await this.#owner,
      companies_id: await this.#company,
      business_units_id: -9999,
      departments_id: -9999,
      ...more,
    };
  }

  async #made(path: string, input: Values): Promise<Row> {
    const answer: EngineAnswer<Row> = await this.#engine.call<Row>('POST', path, input);
    if (answer.status !== 201) throw new Error(`${path} was not created: ${answer.text}`);
    return answer.body.data;
  }
}
