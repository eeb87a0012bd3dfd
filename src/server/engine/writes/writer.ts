import type { PoolClient } from 'pg';
import { invalid, Refusal } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { withSavepoint } from '#server/platform/database/savepoint.ts';
import type { Hooks, WriteContext } from '../hooks.ts';
import type { Vault } from '../kinds/field-sql.ts';
import { Outgoing } from '../outgoing.ts';
import {
  calledBy,
  circleFields,
  demandWhole,
  noRecord,
  parseRow,
  refuseCircles,
  refuseItself,
  staleEdit,
  type RowObject,
} from '../records.ts';
import { demandFree, needsReason, type Held } from '../review/held-change.ts';
import { uniqueRules } from '../schema/schema.ts';
import { nameInFull } from '../short-names.ts';
import type { Statements } from '../statements.ts';
import {
  checkBody,
  explainDelete,
  explainWrite,
  lackingReferences,
  missingReferences,
} from './write-errors.ts';
import { WriteStatements, type Demanded, type Who } from './write-statements.ts';

interface UpdateResult {
  version: number;
  lacking: string[];
  held: Held | null;
  row: string;
}

/** A change of a record, once it was checked. */
interface Change {
  id: number;
  values: Values;
  version: number | null;
  who: Who;
  demanded: Demanded;
}

/**
 * Changes the records of one resource: checks, then one statement that writes the change and its history.
 * Where the model has hooks for a change, or a circle must be ruled out, a transaction is put around it.
 */
export class Writer {
  readonly #registry: Registry;
  readonly #resource: Resource;
  readonly #db: Database;
  readonly #behaviour: Hooks | undefined;
  readonly #statements: WriteStatements;
  readonly #outgoing: Outgoing;
  /** The database itself refuses the same record twice. */
  readonly isUnique: boolean;

  constructor(
    registry: Registry,
    resource: Resource,
    db: Database,
    behaviour: Hooks | undefined,
    statements: Statements,
    vault: Vault,
  ) {
    this.#registry = registry;
    this.#resource = resource;
    this.#db = db;
    this.#behaviour = behaviour;
    this.#statements = new WriteStatements(registry, resource, statements, vault);
    this.#outgoing = new Outgoing(registry, resource);
    this.isUnique = uniqueRules(resource).length > 0;
  }

  /** A record as JSON. @throws {Refusal} 404 */
  async read(id: number, runner: Runner = this.#db): Promise<string> {
    const { rows } = await runner.query<{ row: string }>(this.#statements.read(id));
    if (!rows[0]) throw noRecord(this.#resource, id);
    return this.#outgoing.row(rows[0].row);
  }

  /**
   * Creates a record; answers it as JSON.
   * @param tx a transaction of the caller's
   * @throws {Refusal} 409 (duplicate), 422
   */
  async create(body: Values, who: Who, tx?: PoolClient): Promise<string> {
    const input = { ...body };
    this.#behaviour?.rename?.(input);
    await this.#behaviour?.complete?.({ runner: tx ?? this.#db, registry: this.#registry }, [input]);
    const values = await this.#checked(input, 'create', who, tx);
    const hooks = this.#behaviour?.beforeCreate || this.#behaviour?.afterWrite;
    try {
      if (tx) return await this.#createIn(tx, values, who);
      if (!hooks) return await this.#createNow(this.#db, values, who);
      return await this.#db.transaction((own) => this.#createIn(own, values, who));
    } catch (error) {
      throw await explainWrite(error, tx ? null : this.#db, this.#resource, values);
    }
  }

  /**
   * Changes the given fields of a record; answers it as JSON.
   * @param version what the change was made from; null: whatever it is
   * @param tx a transaction of the caller's
   * @param demanded which of the references that an edited record must have are demanded where it has none
   * @throws {Refusal} 404, 409 (stale, duplicate), 422; `HeldChange` where a second person approves what it changes
   */
  async update(
    id: number,
    body: Values,
    version: number | null,
    who: Who,
    tx?: PoolClient,
    demanded: Demanded = 'all',
  ): Promise<string> {
    const input = { ...body };
    this.#behaviour?.rename?.(input);
    await this.#behaviour?.completeChange?.({ runner: tx ?? this.#db, registry: this.#registry }, input);
    const values = await this.#checked(input, 'update', who, tx);
    refuseItself(this.#resource, id, values);
    const circles = circleFields(this.#registry, this.#resource, values).length > 0;
    try {
      const change = { id, values, version, who, demanded };
      if (tx) return await this.#updateIn(tx, change);
      if (!circles && !this.#needsRecord) return await this.#updateNow(this.#db, change);
      return await this.#db.transaction((own) => this.#updateIn(own, change));
    } catch (error) {
      throw await explainWrite(error, tx ? null : this.#db, this.#resource, values);
    }
  }

  /**
   * Deletes a record; answers it as JSON.
   * @param tx a transaction of the caller's
   * @param version as it was when somebody decided that; null: whatever it is
   * @throws {Refusal} 404, 409 (stale, others refer to it)
   */
  async remove(id: number, who: Who, tx?: PoolClient, version: number | null = null): Promise<string> {
    try {
      // Where others refer to the record, the transaction is read for who they are.
      if (tx) return await withSavepoint(tx, () => this.#removeIn(tx, id, who, version));
      if (version === null && !this.#behaviour?.beforeDelete && !this.#behaviour?.afterWrite)
        return await this.#removeNow(this.#db, id, who);
      return await this.#db.transaction((own) => this.#removeIn(own, id, who, version));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const runner = tx ?? this.#db;
      const row = await this.read(id, runner).then(parseRow, () => ({ id, lock_version: 0 }));
      const shown = calledBy(this.#resource, row);
      throw await explainDelete(error, runner, this.#registry, this.#resource, id, shown);
    }
  }

  /** Brings a deleted record back with these values; answers it as JSON. @throws {Refusal} 409, 422 */
  async restore(tx: PoolClient, id: number, values: Values, who: Who): Promise<string> {
    const context = this.#context(tx, who);
    const final = (await this.#behaviour?.beforeRestore?.(context, { id, values })) ?? values;
    const { rows } = await tx.query<{ row: string }>(this.#statements.restore(id, final, who));
    const row = this.#outgoing.row(rows[0]?.row ?? '{}');
    await this.#behaviour?.afterWrite?.(context, {
      action: 'restore',
      id,
      before: null,
      after: parseRow(row),
    });
    return row;
  }

  async #checked(body: Values, mode: 'create' | 'update', { zone }: Who, tx?: PoolClient): Promise<Values> {
    const values = await checkBody(tx ?? this.#db, this.#resource, body, mode, zone);
    await nameInFull(tx ?? this.#db, this.#resource, [values]);
    // A transaction in which a write has failed cannot be read any more for all that was missing.
    const missing = tx ? await missingReferences(tx, this.#resource, values) : [];
    if (missing.length > 0) throw invalid(missing);
    return values;
  }

  async #createIn(tx: PoolClient, values: Values, who: Who): Promise<string> {
    const context = this.#context(tx, who);
    const final = (await this.#behaviour?.beforeCreate?.(context, values)) ?? values;
    const row = await this.#createNow(tx, final, who);
    if (this.#behaviour?.afterWrite) {
      const after = parseRow(row);
      await this.#behaviour.afterWrite(context, { action: 'create', id: after.id, before: null, after });
    }
    return row;
  }

  async #createNow(runner: Runner, values: Values, who: Who): Promise<string> {
    const { rows } = await runner.query<{ row: string }>(this.#statements.create(values, who));
    return this.#outgoing.row(rows[0]?.row ?? '{}');
  }

  async #updateIn(tx: PoolClient, change: Change): Promise<string> {
    const { id, values, version, who } = change;
    const context = this.#context(tx, who);
    await refuseCircles(tx, this.#registry, this.#resource, id, values);
    if (!this.#needsRecord) return this.#updateNow(tx, change);
    const before = await this.#lock(tx, id, version);
    demandWhole(this.#resource, before, values);
    const final = (await this.#behaviour?.beforeUpdate?.(context, { id, current: before, values })) ?? values;
    const row = await this.#updateNow(tx, { ...change, values: final });
    const after = parseRow(row);
    if (after.lock_version !== before.lock_version)
      await this.#behaviour?.afterWrite?.(context, { action: 'update', id, before, after });
    return row;
  }

  /** A change looks at the whole record, before it or after. */
  get #needsRecord(): boolean {
    const { beforeUpdate, afterWrite } = this.#behaviour ?? {};
    return Boolean(beforeUpdate || afterWrite || this.#resource.demands);
  }

  async #updateNow(runner: Runner, { id, values, version, who, demanded }: Change): Promise<string> {
    const { rows } = await runner.query<UpdateResult>(
      this.#statements.update(id, values, version, who, demanded),
    );
    const result = rows[0];
    if (!result) throw noRecord(this.#resource, id);
    if (version !== null && result.version !== version)
      throw await staleEdit(runner, this.#resource, parseRow(this.#outgoing.row(result.row)));
    if (result.lacking.length > 0) throw lackingReferences(this.#resource, result.lacking);
    demandFree(this.#resource, result.held);
    return this.#outgoing.row(result.row);
  }

  async #removeIn(tx: PoolClient, id: number, who: Who, version: number | null): Promise<string> {
    const context = this.#context(tx, who);
    const current = await this.#lock(tx, id, version);
    await this.#behaviour?.beforeDelete?.(context, { id, current });
    const row = await this.#removeNow(tx, id, who);
    await this.#behaviour?.afterWrite?.(context, {
      action: 'delete',
      id,
      before: parseRow(row),
      after: null,
    });
    return row;
  }

  async #removeNow(runner: Runner, id: number, who: Who): Promise<string> {
    const { rows } = await runner.query<{ row: string }>(this.#statements.remove(id, who));
    if (rows[0]) return this.#outgoing.row(rows[0].row);
    // Where it is there all the same, the rule of the model has kept it.
    await this.read(id, runner);
    throw needsReason();
  }

  /** A record that nobody else changes until the transaction ends. @throws {Refusal} 404, 409 where it is another version */
  async #lock(tx: PoolClient, id: number, version: number | null): Promise<RowObject> {
    const { rows } = await tx.query<{ row: string }>(this.#statements.read(id, true));
    if (!rows[0]) throw noRecord(this.#resource, id);
    const current = parseRow(this.#outgoing.row(rows[0].row));
    if (version !== null && current.lock_version !== version)
      throw await staleEdit(tx, this.#resource, current);
    return current;
  }

  #context(tx: PoolClient, { actor, requestId, reason, isMachine, approvedBy }: Who): WriteContext {
    // What follows from a change is made for the same reason, and as free as it.
    const same = {
      ...(reason && { reason }),
      ...(isMachine && { isMachine }),
      ...(approvedBy && { approvedBy }),
    };
    return { tx, actor, requestId, registry: this.#registry, ...same };
  }
}
