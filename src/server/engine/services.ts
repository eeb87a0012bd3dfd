import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Ability } from '#kernel/rights.ts';
import type { Action, CsvColumn, Resource } from '#kernel/resource.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import type { Background } from './background.ts';
import type { Hooks } from './hooks.ts';
import {
  answerAfter,
  answerOnce,
  requestKey,
  sendAnswer,
  type Outcome,
  type RequestKey,
  type Twin,
  type WorkBefore,
} from './idempotency.ts';
import { applyFile, loadRecords, type NewRecord } from './import/load-rows.ts';
import { ownPart } from './import/part.ts';
import type { PlanContext } from './import/prepare.ts';
import type { ImportRow } from './import/request.ts';
import type { Vault } from './kinds/field-sql.ts';
import { withTotals, type ListAdditions } from './lists/list-additions.ts';
import { QualityCounter } from './quality/count.ts';
import { narrowedTo, ownedSql, type OwnedSql } from './owned.ts';
import { breakableRules, withQuality } from './quality/quality-filter.ts';
import { Lists } from './lists/lists.ts';
import { parseRow, type RowObject } from './records.ts';
import { quoted } from './sql.ts';
import { Statements } from './statements.ts';
import type { Who } from './writes/write-statements.ts';
import { requesterOf } from './requester.ts';
import { Writer } from './writes/writer.ts';

/** The right to do something with the records of a model. */
export type Allows = (actor: Actor, action: Use, resource: Resource) => boolean;

/** The uses of the records of a model; `export` is a download of its list. */
export type Use = Action | 'export';

declare module 'fastify' {
  interface FastifyRequest {
    /** The right that the person of a request was found to have; null before. */
    guarded: { action: Use; resource: Resource; who: Who } | null;
  }
}

export interface EngineParts {
  registry: Registry;
  /** The behaviours of models; each names its model. */
  behaviours: readonly Hooks[];
  db: Database;
  allows: Allows;
  /** Whose rows alone an actor sees: their address; null where it is everybody's. */
  ownRowsOf: (actor: Actor) => string | null;
  /** The largest body of an import, in bytes. */
  importLimit: number;
  /** Encrypts the fields that are kept secret. */
  vault: Vault;
  /** The way of what takes long; without it everything is done at once. */
  background?: Background | null;
  /** @throws {Refusal} 403 that names what the actor has no right to do */
  demand: (actor: Actor, ability: Ability) => void;
  /** Whether answers are held against what their calls declare. */
  checksAnswers: boolean;
}

const VERBS: Record<Use, string> = {
  read: 'see',
  create: 'add',
  update: 'change',
  delete: 'delete',
  export: 'download',
};

/**
 * The services of the engine for routes, behaviours, imports and seeds. Models are named as in the registry;
 * a name that is none is a mistake of the caller and throws.
 */
export class EngineServices {
  readonly registry: Registry;
  readonly db: Database;
  readonly importLimit: number;
  readonly vault: Vault;
  readonly background: Background | null;
  readonly demand: EngineParts['demand'];
  readonly checksAnswers: boolean;
  readonly #behaviours: ReadonlyMap<Resource, Hooks>;
  readonly #allows: Allows;
  readonly #ownRowsOf: EngineParts['ownRowsOf'];
  readonly #owned: ReadonlyMap<Resource, OwnedSql>;
  readonly #writers: ReadonlyMap<Resource, Writer>;
  readonly #lists: ReadonlyMap<Resource, Lists>;
  readonly #additions: ReadonlyMap<Resource, ListAdditions>;
  /** Counts what is wrong with records. */
  readonly quality: QualityCounter;

  constructor(parts: EngineParts) {
    const { registry, behaviours, db, allows, importLimit, vault, background = null } = parts;
    this.background = background;
    this.demand = parts.demand;
    this.checksAnswers = parts.checksAnswers;
    this.vault = vault;
    this.registry = registry;
    this.db = db;
    this.importLimit = importLimit;
    this.#allows = allows;
    this.#ownRowsOf = parts.ownRowsOf;
    const byResource = new Map<Resource, Hooks>();
    for (const behaviour of behaviours) {
      const resource = registry.find(behaviour.resource);
      if (!resource) throw new Error(`A behaviour is for ${behaviour.resource}, which is no model.`);
      if (byResource.has(resource)) throw new Error(`There are two behaviours for ${behaviour.resource}.`);
      byResource.set(resource, behaviour);
    }
    this.#behaviours = byResource;
    this.#owned = new Map(
      registry.all.map((resource) => [
        resource,
        ownedSql(registry, resource, (model) => byResource.get(model)?.owned),
      ]),
    );
    const statements = new Statements(() => db.countStatement());
    this.#writers = new Map(
      registry.all
        .filter(({ source }) => source === 'table')
        .map((resource) => [
          resource,
          new Writer(registry, resource, db, byResource.get(resource), statements, vault),
        ]),
    );
    const rules = new Map(
      registry.all.map((resource) => [
        resource,
        breakableRules(registry, resource, byResource.get(resource)?.quality),
      ]),
    );
    this.quality = new QualityCounter(db, rules);
    this.#additions = new Map(
      registry.all.map((resource) => [
        resource,
        withQuality(rules.get(resource) ?? [], withTotals(resource, byResource.get(resource)?.list)),
      ]),
    );
    this.#lists = new Map(
      registry.all.map((resource) => [
        resource,
        new Lists(registry, resource, db, statements, this.listAdditions(resource)),
      ]),
    );
  }

  /**
   * Who makes a request, once it is sure that they may do this.
   * @throws {Refusal} 401 without a person, 403 without the right
   */
  guard(request: FastifyRequest, action: Use, resource: Resource): Who {
    // Called before the body is read, and again where it must be known who it is.
    const before = request.guarded;
    if (before?.action === action && before.resource === resource) return before.who;
    const { actor } = request;
    if (!actor) throw new Refusal(401, 'Please sign in.');
    if (!this.#allows(actor, action, resource)) {
      const what = `${VERBS[action]} ${resource.label[1]}`;
      throw new Refusal(403, `You have no right to ${what}. Ask an administrator for it.`);
    }
    const who = requesterOf(request, actor);
    request.guarded = { action, resource, who };
    return who;
  }

  /** Whether the person of a request, or one who is away, may do this with the records of a model. */
  may({ actor }: Pick<FastifyRequest, 'actor'>, action: Use, resource: Resource): boolean {
    return actor !== null && this.#allows(actor, action, resource);
  }

  /**
   * The models with tables of their own whose records the person of a request may see, of those that are wanted.
   * @throws {Refusal} 401 without a person, 403 where there is none
   */
  readable({ actor }: FastifyRequest, wanted: (resource: Resource) => boolean = () => true): Resource[] {
    if (!actor) throw new Refusal(401, 'Please sign in.');
    const resources = this.registry.all.filter(
      (resource) =>
        resource.source === 'table' &&
        wanted(resource) &&
        resource.actions.includes('read') &&
        this.#allows(actor, 'read', resource),
    );
    if (resources.length > 0) return resources;
    throw new Refusal(403, 'You have no right to see records. Ask an administrator for it.');
  }

  /** Whose rows alone the person of a request, or one who is away, sees: their address; null for somebody who sees everybody's. */
  ownRowsOf({ actor }: Pick<FastifyRequest, 'actor'>): string | null {
    return actor && this.#ownRowsOf(actor);
  }

  /** The condition that a record of a model is somebody's. */
  owned(resource: Resource): OwnedSql {
    return this.#owned.get(resource) ?? (() => 'false');
  }

  /** The list of a model as the person of a request, or one who is away, sees it: whole, or the rows that are theirs. */
  listsFor(request: Pick<FastifyRequest, 'actor'>, resource: Resource): Lists {
    const email = this.ownRowsOf(request);
    return email === null ? this.lists(resource) : this.listsOf(email, resource);
  }

  /** The list of those records of a model that are somebody's. */
  listsOf(email: string, resource: Resource): Lists {
    return this.lists(resource).narrowed(narrowedTo(this.owned(resource), email));
  }

  /** @throws {Refusal} 403 where a record is not of the person of a request, who sees their own records only */
  async demandOwned(request: FastifyRequest, resource: Resource, id: number): Promise<void> {
    const email = this.ownRowsOf(request);
    if (email === null) return;
    const { rowCount } = await this.db.query({
      text: `SELECT FROM ${quoted(resource.name)} t WHERE t.id = $1 AND ${this.owned(resource)('t', '$2')}`,
      values: [id, email],
    });
    // Whether there is such a record is nothing that they see either.
    if (!rowCount)
      throw new Refusal(
        403,
        `${resource.label[0]} ${id} is not in your name. You see what is in your own name only.`,
      );
  }

  /**
   * Answers a change once per Idempotency-Key: `work` runs in a transaction, and its answer is kept with it.
   * @param repeat which request this is, where one without a key is one that may come again, too
   */
  async once(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (tx: PoolClient) => Promise<Outcome>,
    repeat: RequestKey | Twin | null = requestKey(request),
  ): Promise<FastifyReply> {
    return sendAnswer(reply, await answerOnce(this.db, repeat, work));
  }

  /** As `once` for a change that needs another system, which is called before the transaction. */
  async onceAfter(request: FastifyRequest, reply: FastifyReply, work: WorkBefore): Promise<FastifyReply> {
    return sendAnswer(reply, await answerAfter(this.db, requestKey(request), work));
  }

  writer(resource: Resource): Writer {
    const writer = this.#writers.get(resource);
    if (!writer) throw new Error(`${resource.name} can only be read.`);
    return writer;
  }

  /** Parameters and answers of a model's list beside those of all lists. */
  listAdditions(resource: Resource): ListAdditions {
    return this.#additions.get(resource) ?? {};
  }

  /** The behaviour of a model; undefined where it has none. */
  behaviour(resource: Resource): Hooks | undefined {
    return this.#behaviours.get(resource);
  }

  lists(resource: Resource): Lists {
    const lists = this.#lists.get(resource);
    if (!lists) throw new Error(`${resource.name} is no model.`);
    return lists;
  }

  /**
   * A record; null where there is none.
   * @param runner the transaction where it is called within one: a second connection might have to be waited for
   */
  async find(runner: Runner, name: string, id: number): Promise<RowObject | null> {
    try {
      return parseRow(await this.writer(this.registry.get(name)).read(id, runner));
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    }
  }

  /**
   * A secret of a record in clear text, for what it is kept for; null where there is none.
   * @param runner the transaction where it is called within one: a second connection might have to be waited for
   * @throws {Error} where it was sealed with another key
   */
  async secret(name: string, id: number, field: string, runner: Runner = this.db): Promise<string | null> {
    const { rows } = await runner.query<{ sealed: string | null }>({
      text: `SELECT ${quoted(field)} AS sealed FROM ${quoted(this.registry.get(name).name)} WHERE id = $1`,
      values: [id],
    });
    const sealed = rows[0]?.sealed ?? null;
    return sealed === null ? null : this.vault.open(sealed, `${name}.${field}`);
  }

  /** Creates a record from an input as the API takes it, hooks and history included. */
  async create(name: string, body: Values, who: Who, tx?: PoolClient): Promise<RowObject> {
    return parseRow(await this.writer(this.registry.get(name)).create(body, who, tx));
  }

  /** Changes the given fields, whatever the record's version is. */
  async update(name: string, id: number, body: Values, who: Who, tx?: PoolClient): Promise<RowObject> {
    return parseRow(await this.writer(this.registry.get(name)).update(id, body, null, who, tx));
  }

  /** As update, also where the record lacks references that an edited one must have: nobody fills in its form. */
  async updateIncomplete(
    name: string,
    id: number,
    body: Values,
    who: Who,
    tx: PoolClient,
  ): Promise<RowObject> {
    const writer = this.writer(this.registry.get(name));
    return parseRow(await writer.update(id, body, null, who, tx, 'nothing'));
  }

  async remove(name: string, id: number, who: Who, tx?: PoolClient): Promise<RowObject> {
    return parseRow(await this.writer(this.registry.get(name)).remove(id, who, tx));
  }

  /**
   * Creates many records as a person would one by one, in a few statements; answers their ids in order.
   * @throws {Refusal} 422 with what is wrong; the first record counts as row 2
   */
  async createMany(tx: PoolClient, name: string, records: readonly NewRecord[], who: Who): Promise<number[]> {
    return loadRecords(this.#planContext(tx, who), this.registry.get(name), records);
  }

  /**
   * Imports the rows of a file, whose references are what people see; answers how many records came of it.
   * @param createdAt since when the record of a row is known; now by default
   * @param columns those that the file has; those of the model's own import by default
   * @throws {Refusal} 422 with every wrong row and column
   */
  async importRows(
    tx: PoolClient,
    name: string,
    rows: readonly ImportRow[],
    who: Who,
    { createdAt, columns }: { createdAt?: (row: number) => Date; columns?: readonly CsvColumn[] } = {},
  ): Promise<number> {
    const parts = [ownPart(this.registry.get(name), false, columns)];
    const done = await applyFile(this.#planContext(tx, who), parts, [{ sheet: null, rows }], createdAt);
    return done.parts.reduce((sum, { drafts }) => sum + drafts.length, 0);
  }

  #planContext(tx: PoolClient, who: Who): PlanContext {
    const behaviourOf = (resource: Resource) => this.behaviour(resource);
    const { registry, vault } = this;
    const now = new Date();
    return { ...who, tx, registry, behaviourOf, vault, now, lock: true, onProgress: () => undefined };
  }
}
