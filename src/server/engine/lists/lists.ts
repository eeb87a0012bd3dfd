import { Readable } from 'node:stream';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { LongWork } from '#server/platform/database/limits.ts';
import type { Database, Runner, Statement } from '#server/platform/database/database.ts';
import { checkAdditions, type GivenParameter, type ListAdditions } from './list-additions.ts';
import { readListRequest, type ListRequest } from './list-request.ts';
import { isNarrowed, MOST_COUNTED } from './list-selection.ts';
import { LARGEST_WHOLE, ListStatements, type ChosenRows } from './list-statement.ts';
import { withNames } from './with-names.ts';
import { Outgoing } from '../outgoing.ts';
import type { Statements } from '../statements.ts';

type Query = Readonly<Record<string, unknown>>;

/** How many rows are read at a time: what lives for one portion should be gone before it counts as old. */
const PORTION = 250;
/** How many rows of a model with formatted texts are read at a time: each may have as much as a thousand others. */
const MOST_FORMATTED = 50;

/** The lists of one resource: as JSON in pages or whole, and as the rows of a file. */
export class Lists {
  readonly #registry: Registry;
  readonly #resource: Resource;
  readonly #db: Database;
  readonly #statements: ListStatements;
  readonly #outgoing: Outgoing;
  /** The same lists of fewer records. */
  readonly narrowed: (given: GivenParameter) => Lists;
  readonly #parameters: ListAdditions['parameters'];
  /** Narrows whatever is requested. */
  readonly #always: readonly GivenParameter[];

  constructor(
    registry: Registry,
    resource: Resource,
    db: Database,
    statements: Statements,
    additions: ListAdditions = {},
    always: readonly GivenParameter[] = [],
  ) {
    checkAdditions(registry, resource, additions);
    this.#always = always;
    this.narrowed = (given) => new Lists(registry, resource, db, statements, additions, [...always, given]);
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
   * Where more rows match than are counted, `meta.total_is` is `at_least`.
   * @param beforeLong what may refuse a whole list that is long, before all of it is read
   * @throws {Refusal} 400 for a query that cannot be understood.
   */
  async answer(
    query: Query,
    zone?: string,
    beforeLong: () => Promise<void> = async () => {},
  ): Promise<string | Readable> {
    const request = await this.#read(query, { zone });
    const { page } = request;
    const { ids, rows, counted, added } = await this.#page(request);
    if (!page && counted > LARGEST_WHOLE) {
      await beforeLong();
      const work = new LongWork();
      const all = await work.run(() => this.#ids(request));
      return this.#stream(all, work, (total) => `{"total":${total}${added}}`);
    }
    const meta = metaOf(request, await this.#total(request, counted, ids.length), added);
    return rows === null
      ? this.#stream(ids, new LongWork(), () => meta)
      : `{"data":[${rows}],"meta":${meta}}`;
  }

  /**
   * The ids of a list in its order, and its `meta` as JSON: for what answers the records in a form of its own.
   * @throws {Refusal} 400 for a query that cannot be understood.
   */
  async chosen(query: Query, zone?: string): Promise<{ ids: (number | string)[]; meta: string }> {
    const request = await this.#read(query, { zone });
    const {
      counted,
      added,
      ids: some,
    } = await this.#chosen(this.#statements.page(request, { isApart: true }).statement);
    const shown = JSON.parse(some ?? '[]') as (number | string)[];
    const ids = request.page || counted <= LARGEST_WHOLE ? shown : await this.#ids(request);
    const { total, isLeast } = request.page
      ? await this.#total(request, counted, shown.length)
      : { total: ids.length, isLeast: false };
    return { ids, meta: metaOf(request, { total, isLeast }, added) };
  }

  /**
   * The cells of a file, some hundred rows at a time, each row in the order of `csv.export`.
   * The query is checked and the rows are chosen before this answers.
   */
  async rowsOfFile(query: Query, zone?: string): Promise<AsyncGenerator<unknown[][]>> {
    const request = await this.#read(query, { paged: false, zone });
    const work = new LongWork();
    return this.#cells(await work.run(() => this.#ids(request)), work);
  }

  /** As `rowsOfFile` for the records with these ids, in their order; those that are gone are left out. */
  rowsOfIds(ids: readonly number[]): AsyncGenerator<unknown[][]> {
    return this.#cells([...ids], new LongWork());
  }

  /**
   * The ids and versions of all records that match, by id.
   * @param how.most not more of them
   * @param how.lock nobody else changes them until the transaction of `runner` ends
   * @throws {Refusal} 400 for a query that cannot be understood
   */
  async versions(
    query: Query,
    { zone, runner = this.#db, ...how }: { zone?: string; runner?: Runner; most: number; lock: boolean },
  ): Promise<[id: number, version: number][]> {
    const request = await this.#read(query, { paged: false, zone }, runner);
    const { rows } = await runner.query<{ versions: string }>(this.#statements.versions(request, how));
    return JSON.parse(rows[0]?.versions ?? '[]') as [number, number][];
  }

  async #read(
    query: Query,
    options: { paged?: boolean; zone?: string },
    runner: Runner = this.#db,
  ): Promise<ListRequest> {
    const parameters = this.#parameters;
    const request = readListRequest(this.#registry, this.#resource, query, { ...options, parameters });
    const named = await withNames(runner, this.#registry, this.#resource, request);
    return { ...named, given: [...named.given, ...this.#always] };
  }

  /** The rows of a page as JSON, with commas between; null where they are so long together that they come some at a time. */
  async #page(request: ListRequest) {
    const isApart = this.#outgoing.isNeeded && (request.page?.size ?? LARGEST_WHOLE) > MOST_FORMATTED;
    let paged = this.#statements.page(request, { isApart });
    let chosen = await this.#chosen(paged.statement);
    if (paged.isSupposed && request.page && chosen.counted > MOST_COUNTED) {
      paged = this.#statements.page(request, { isMany: true });
      chosen = await this.#chosen(paged.statement);
    }
    const ids = JSON.parse(chosen.ids ?? '[]') as (number | string)[];
    if (isApart && ids.length > MOST_FORMATTED) return { ...chosen, ids, rows: null };
    const rows = paged.isComplete ? chosen.rows : ids.length > 0 ? await this.#rows(ids) : '';
    return { ...chosen, ids, rows: rows ? await this.#outgoing.rows(rows) : '' };
  }

  async #chosen(statement: Statement): Promise<ChosenRows> {
    const { rows } = await this.#db.query<ChosenRows>(statement);
    if (!rows[0]) throw new Error(`The list of ${this.#resource.name} has no answer.`);
    return rows[0];
  }

  async #rows(ids: (number | string)[]): Promise<string | null> {
    const { rows } = await this.#db.query<{ rows: string | null }>(this.#statements.rows(ids));
    return rows[0]?.rows ?? null;
  }

  /**
   * How many rows there are on all pages. Where more than are counted match, the page itself shows when it is the last;
   * otherwise there are at least as many as were counted, or as lie up to its end. Only a request for a page past the
   * end has all of them counted.
   */
  async #total(
    request: ListRequest,
    counted: number,
    shown: number,
  ): Promise<{ total: number; isLeast: boolean }> {
    const { page } = request;
    const isExact = !page || !isNarrowed(request) || this.#resource.source === 'view';
    if (isExact || counted <= MOST_COUNTED) return { total: counted, isLeast: false };
    const end = (page.number - 1) * page.size + shown;
    if (shown === page.size) return { total: Math.max(MOST_COUNTED, end), isLeast: true };
    if (shown > 0) return { total: end, isLeast: false };
    const { rows } = await this.#db.query<{ total: number }>(this.#statements.count(request));
    return { total: rows[0]?.total ?? 0, isLeast: false };
  }

  async #ids(request: ListRequest): Promise<(number | string)[]> {
    const { rows } = await this.#db.query<{ ids: string }>(this.#statements.ids(request));
    return JSON.parse(rows[0]?.ids ?? '[]') as (number | string)[];
  }

  #stream(ids: (number | string)[], work: LongWork, meta: (total: number) => string): Readable {
    return Readable.from(this.#whole(ids, work, meta), { objectMode: false });
  }

  /**
   * Which rows and in which order is settled at once; the rows follow as they are read. No connection is
   * held meanwhile: a slow reader keeps nobody waiting. A row that is deleted meanwhile is left out.
   */
  async *#whole(
    ids: (number | string)[],
    work: LongWork,
    meta: (total: number) => string,
  ): AsyncGenerator<string> {
    let total = 0;
    yield '{"data":[';
    for (const statement of this.#portions(ids, (some) => this.#statements.rows(some))) {
      const { rows } = await work.run(() =>
        this.#db.query<{ rows: string | null; count: number }>(statement),
      );
      const portion = rows[0];
      if (!portion?.rows) continue;
      const shown = await this.#outgoing.rows(portion.rows);
      yield total > 0 ? `,${shown}` : shown;
      total += portion.count;
    }
    yield `],"meta":${meta(total)}}`;
  }

  async *#cells(ids: (number | string)[], work: LongWork): AsyncGenerator<unknown[][]> {
    for (const statement of this.#portions(ids, (some) => this.#statements.cells(some))) {
      const { rows } = await work.run(() => this.#db.query<Record<string, unknown>>(statement));
      if (rows.length > 0) yield await this.#outgoing.cells(rows);
    }
  }

  *#portions(ids: (number | string)[], read: (some: (number | string)[]) => Statement): Generator<Statement> {
    const size = this.#outgoing.isNeeded ? MOST_FORMATTED : PORTION;
    for (let at = 0; at < ids.length; at += size) yield read(ids.slice(at, at + size));
  }
}

/** The `meta` of a list as JSON. @param added the model's own members: a text that begins with a comma, or is empty */
function metaOf(
  { page }: ListRequest,
  { total, isLeast }: { total: number; isLeast: boolean },
  added: string,
): string {
  const least = isLeast ? ',"total_is":"at_least"' : '';
  const place = page ? `,"page":${page.number},"per_page":${page.size}` : '';
  return `{"total":${total}${least}${added}${place}}`;
}
