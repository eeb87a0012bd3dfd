import { Readable } from 'node:stream';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { LongWork } from '#server/platform/database/limits.ts';
import type { Database } from '#server/platform/database/database.ts';
import { checkAdditions, type ListAdditions } from './list-additions.ts';
import { readListRequest, type ListRequest } from './list-request.ts';
import { LARGEST_WHOLE, ListStatements } from './list-statement.ts';
import { Outgoing } from './outgoing.ts';
import type { Statements } from './statements.ts';

type Query = Readonly<Record<string, unknown>>;

/** How many rows are read at a time: what lives for one portion should be gone before it counts as old. */
const PORTION = 250;

/** The lists of one resource: as JSON in pages or whole, and as the rows of a file. */
export class Lists {
  readonly #registry: Registry;
  readonly #resource: Resource;
  readonly #db: Database;
  readonly #statements: ListStatements;
  readonly #outgoing: Outgoing;
  readonly #parameters: ListAdditions['parameters'];

  constructor(
    registry: Registry,
    resource: Resource,
    db: Database,
    statements: Statements,
    additions: ListAdditions = {},
  ) {
    checkAdditions(registry, resource, additions);
    this.#parameters = additions.parameters;
    this.#registry = registry;
    this.#resource = resource;
    this.#db = db;
    this.#statements = new ListStatements(registry, resource, statements, additions.meta);
    this.#outgoing = new Outgoing(registry, resource);
  }

  /**
   * The body of the answer to a list: `{ data: [...], meta: { total, page, per_page } }`, or without a page
   * the whole list with `meta: { total }`, streamed when it is long. Days are those of `zone`, or of UTC.
   * @throws {Refusal} 400 for a query that cannot be understood.
   */
  async answer(query: Query, zone?: string): Promise<string | Readable> {
    const request = this.#read(query, { zone });
    const statement = this.#statements.body(request);
    const { rows } = await this.#db.query<{ body: string; total: number; added: string }>(statement);
    const { body, total, added } = rows[0] ?? { body: '', total: 0, added: '' };
    if (request.page || total <= LARGEST_WHOLE) return this.#outgoing.list(body);
    const work = new LongWork();
    const ids = await work.run(() => this.#ids(request));
    return Readable.from(this.#whole(ids, work, added), { objectMode: false });
  }

  /**
   * The cells of a file, some hundred rows at a time, each row in the order of `csv.export`.
   * The query is checked and the rows are chosen before this answers.
   */
  async rowsOfFile(query: Query, zone?: string): Promise<AsyncGenerator<unknown[][]>> {
    const request = this.#read(query, { paged: false, zone });
    const work = new LongWork();
    return this.#cells(await work.run(() => this.#ids(request)), work);
  }

  #read(query: Query, options: { paged?: boolean; zone?: string }): ListRequest {
    const parameters = this.#parameters;
    return readListRequest(this.#registry, this.#resource, query, { ...options, parameters });
  }

  async #ids(request: ListRequest): Promise<(number | string)[]> {
    const { rows } = await this.#db.query<{ ids: string }>(this.#statements.ids(request));
    return JSON.parse(rows[0]?.ids ?? '[]') as (number | string)[];
  }

  /**
   * Which rows and in which order is settled at once; the rows follow as they are read. No connection is
   * held meanwhile, so that a slow reader keeps nobody waiting. A row that is deleted meanwhile is left out.
   */
  async *#whole(ids: (number | string)[], work: LongWork, added: string): AsyncGenerator<string> {
    let total = 0;
    yield '{"data":[';
    for (let at = 0; at < ids.length; at += PORTION) {
      const statement = this.#statements.rows(ids.slice(at, at + PORTION));
      const { rows } = await work.run(() =>
        this.#db.query<{ rows: string | null; count: number }>(statement),
      );
      const portion = rows[0];
      if (!portion?.rows) continue;
      const shown = this.#outgoing.rows(portion.rows);
      yield total > 0 ? `,${shown}` : shown;
      total += portion.count;
    }
    yield `],"meta":{"total":${total}${added}}}`;
  }

  async *#cells(ids: (number | string)[], work: LongWork): AsyncGenerator<unknown[][]> {
    for (let at = 0; at < ids.length; at += PORTION) {
      const statement = this.#statements.cells(ids.slice(at, at + PORTION));
      const { rows } = await work.run(() => this.#db.query<Record<string, unknown>>(statement));
      if (rows.length > 0) yield rows.map((row) => this.#outgoing.cells(Object.values(row)));
    }
  }
}
