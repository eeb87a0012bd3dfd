import { referencesOf } from '#kernel/fields/kinds.ts';
import type { Author, Via } from '#kernel/history.ts';
import type { Values } from '#kernel/input.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { hasReview } from '#kernel/reviewable.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Statement } from '#server/platform/database/database.ts';
import { changesSql, historySql, keepsLine, type HistoryLine, type WrittenBy } from './changes.ts';
import type { Vault } from '../kinds/field-sql.ts';
import { storing } from '../kinds/sql-of.ts';
import { rowsSql } from '../projection.ts';
import { columnFields, shownFields, tableShape } from '../schema/schema.ts';
import { literal, quoted, SEARCH_COLUMN } from '../sql.ts';
import type { Statements } from '../statements.ts';
import { endingSql, heldSql, lackingReasonSql } from '../review/rule-sql.ts';

/** Who makes a change, and in which request. */
export interface Who {
  actor: Pick<Actor, 'email' | 'name'>;
  requestId: string;
  /** By which ways it comes, beside a person at a screen. */
  via?: readonly Via[];
  /** Whose calendar says what day it is; UTC by default. */
  zone?: string;
  /** Why, in the words of whoever makes it. */
  reason?: string;
  /** It is work of the portal itself, such as a reading of a cloud: no rule about changes of people stops it, and who does it says why. */
  isMachine?: true;
  /** The second person, who had it made. */
  approvedBy?: Author;
}

/** Whether no rule about changes of people stops a change: the portal makes it, or a second person has approved it. */
const isFree = ({ isMachine, approvedBy }: Who): boolean => isMachine === true || approvedBy !== undefined;

/** Who does work of the portal itself, in their own name or in that of its requester. */
export const byMachine = (who: Who): Who => ({ ...who, isMachine: true });

/** Of which references that an edited record must have a change is refused where they are lacking. */
export type Demanded = 'all' | 'nothing';

/** The ways of a change as its line of history keeps them, as JSON. */
export const keptWays = ({ via = [] }: Who): string | null => (via.length > 0 ? JSON.stringify(via) : null);

/** The second person who approved a change, as its line of history keeps them. */
export const approvalOf = ({ approvedBy }: Who): [email: string | null, name: string | null] => [
  approvedBy?.email ?? null,
  approvedBy?.name ?? null,
];

/** Who makes a change, now also by this way. */
export const byWay = (who: Who, kind: Via['kind'], name: string | null = null): Who => ({
  ...who,
  via: [...(who.via ?? []), { kind, name }],
});

const STAMPS = ['created_at', 'updated_at'];

/** Numbers the parameters of one statement and keeps their values. */
class Parameters {
  readonly values: unknown[] = [];
  add(value: unknown, type: string): string {
    // The driver writes a list as PostgreSQL's array, which is no JSON.
    this.values.push(type === 'jsonb' && value !== null ? JSON.stringify(value) : value);
    return `$${this.values.length}::${type}`;
  }
}

/** The statements that change the records of one resource, each with its line of history. */
export class WriteStatements {
  readonly #registry: Registry;
  readonly #resource: Resource;
  readonly #statements: Statements;
  readonly #table: string;
  readonly #fields: string[];
  /** Those that a change may set, stamps included. */
  readonly #settable: string[];
  readonly #stored: (name: string, value: unknown) => unknown;
  readonly #types: Map<string, string>;
  /** References that a new record may lack and an edited one may not. */
  readonly #demanded: string[];

  constructor(registry: Registry, resource: Resource, statements: Statements, vault: Vault) {
    this.#registry = registry;
    this.#resource = resource;
    this.#statements = statements;
    this.#stored = storing(resource, vault);
    this.#table = quoted(resource.name);
    this.#fields = columnFields(resource).map(([name]) => name);
    this.#settable = [...this.#fields, ...STAMPS];
    this.#demanded = referencesOf(resource).flatMap(([name, { none }]) =>
      none === 'create-only' ? [name] : [],
    );
    this.#types = new Map(tableShape(registry, resource).columns.map(({ name, type }) => [name, type]));
  }

  /** One record as JSON in the column `row`; `lock` keeps others from changing it until the end. */
  read(id: number, lock = false): Statement {
    const statement = this.#statements.get(`${this.#resource.name}/${lock ? 'lock' : 'read'}`, () => {
      const rest = `WHERE t.id = $1${lock ? ' FOR NO KEY UPDATE OF t' : ''}`;
      const rows = rowsSql(this.#registry, this.#resource, { from: `${this.#table} t`, rest });
      return `SELECT row_to_json(r)::text AS row FROM (${rows}) r`;
    });
    return { ...statement, values: [id] };
  }

  /** Creates a record; answers it in `row`. */
  create(values: Values, who: Who): Statement {
    const given = new Parameters();
    const fields = this.#settable.filter((name) => Object.hasOwn(values, name));
    const inputs = this.#inputs(given, fields, values);
    const by = this.#by(given, who);
    const statement = this.#statements.get(`${this.#resource.name}+${fields.join()}`, () => {
      const columns = fields.map(quoted).join(', ');
      const insert = `INSERT INTO ${this.#table} (${columns}) VALUES (${inputs.join(', ')}) RETURNING *`;
      return `WITH created AS (${insert})${this.#historyOf('create', by)}
${this.#answerOf('created')}`;
    });
    return { ...statement, values: given.values };
  }

  /** Brings a record back under its own id; `values` has its fields, `created_at` and `lock_version` too. */
  restore(id: number, values: Values, who: Who): Statement {
    const given = new Parameters();
    const columns = [...shownFields(this.#resource).map(([name]) => name), 'created_at', 'lock_version'];
    const inputs = this.#inputs(given, columns, values);
    const key = given.add(id, 'integer');
    const by = this.#by(given, who);
    const statement = this.#statements.get(`${this.#resource.name}/restore`, () => {
      const insert = `INSERT INTO ${this.#table} (id, ${columns.map(quoted).join(', ')})
  OVERRIDING SYSTEM VALUE VALUES (${key}, ${inputs.join(', ')}) RETURNING *`;
      return `WITH created AS (${insert})${this.#historyOf('restore', by)}
${this.#answerOf('created')}`;
    });
    return { ...statement, values: given.values };
  }

  /**
   * Changes a record unless it is already as requested, has another version than `version`, or would still lack a
   * reference that an edited record must have; nor where the rule of the model (`change_rules`) stops it. Answers in `row` how it
   * is now, in `version` what it was before, in `lacking` those references, in `held` what the rule says; no row where there is no
   * such record.
   */
  update(id: number, values: Values, version: number | null, who: Who, demands: Demanded = 'all'): Statement {
    const given = new Parameters();
    const fields = this.#settable.filter((name) => Object.hasOwn(values, name));
    const key = given.add(id, 'integer');
    const expected = given.add(version, 'integer');
    const by = this.#by(given, who);
    const inputs = this.#inputs(given, fields, values);
    const demanded = demands === 'all' ? this.#demanded.filter((name) => !fields.includes(name)) : [];
    const free = hasReview(this.#resource) ? given.add(isFree(who), 'boolean') : null;
    const statement = this.#statements.get(`${this.#resource.name}=${fields.join()}/${demands}`, () => {
      const old = fields.map((name) => `o.${quoted(name)}`).join(', ');
      const differs = fields.length > 0 ? `ROW(${old}) IS DISTINCT FROM ROW(${inputs.join(', ')})` : 'false';
      const stamp = fields.includes('updated_at') ? '' : 'updated_at = now(), ';
      const complete = demanded.map((name) => ` AND o.${quoted(name)} IS NOT NULL`).join('');
      const lacking = demanded.map((name) => `CASE WHEN o.${quoted(name)} IS NULL THEN ${literal(name)} END`);
      const sets = fields.map((name, at) => `${quoted(name)} = ${inputs[at]}, `).join('');
      const history = this.#history({
        action: 'update',
        changes: changesSql(this.#registry, this.#resource, fields, { from: 'o', to: 'n' }),
        from: 'old_row o JOIN new_row n ON n.id = o.id',
        row: 'n',
        by,
      });
      const held = free === null ? null : heldSql(this.#resource, fields, inputs, { free, reason: by[4] });
      const stopped = held === null ? '' : ' AND NOT EXISTS (SELECT FROM held)';
      return `WITH old_row AS MATERIALIZED (
  SELECT * FROM ${this.#table} WHERE id = ${key} FOR NO KEY UPDATE
)${held === null ? '' : `, held AS MATERIALIZED (${held} AND ${differs})`}, new_row AS (
  UPDATE ${this.#table} t SET ${sets}${stamp}lock_version = o.lock_version + 1
  FROM old_row o
  WHERE t.id = o.id AND (${expected} IS NULL OR o.lock_version = ${expected})${complete} AND ${differs}${stopped}
  RETURNING t.*
)${history}, shown_row AS (
  SELECT * FROM new_row UNION ALL SELECT * FROM old_row WHERE NOT EXISTS (SELECT FROM new_row)
)
SELECT o.lock_version AS version, array_remove(ARRAY[${lacking.join(', ')}]::text[], NULL) AS lacking,
  ${held === null ? 'NULL' : '(SELECT row_to_json(h) FROM held h)'} AS held, answer.row
FROM old_row o, (${this.#answerOf('shown_row')}) answer`;
    });
    return { ...statement, values: given.values };
  }

  /**
   * Deletes a record and keeps it whole in the history; answers it in `row`, and no row where there is none or the rule of the model
   * asks for a reason. What waits for a second person to change in it ends.
   */
  remove(id: number, who: Who): Statement {
    const given = new Parameters();
    const key = given.add(id, 'integer');
    const by = this.#by(given, who);
    const free = hasReview(this.#resource) ? given.add(isFree(who), 'boolean') : null;
    const statement = this.#statements.get(`${this.#resource.name}/remove`, () => {
      const history = this.#history({
        action: 'delete',
        changes: changesSql(this.#registry, this.#resource, this.#fields, { from: 'd', to: null }),
        from: 'deleted d',
        row: 'd',
        snapshot: 'd',
        by,
      });
      const stopped =
        free === null ? '' : ` AND NOT EXISTS (${lackingReasonSql(this.#resource, { free, reason: by[4] })})`;
      const ended = free === null ? '' : `, ended AS (${endingSql(this.#resource, 'deleted')})`;
      return `WITH deleted AS (DELETE FROM ${this.#table} WHERE id = ${key}${stopped} RETURNING *)${history}${ended}
${this.#answerOf('deleted')}`;
    });
    return { ...statement, values: given.values };
  }

  #inputs(given: Parameters, fields: readonly string[], values: Values): string[] {
    return fields.map((name) => given.add(this.#stored(name, values[name]), this.#type(name)));
  }

  #type(name: string): string {
    const type = this.#types.get(name);
    if (!type || name === SEARCH_COLUMN) throw new Error(`${this.#resource.name} has no column ${name}.`);
    return type;
  }

  /** Who makes a change, for the line of its history; a parameter that nothing uses would be refused. */
  #by(given: Parameters, who: Who): WrittenBy {
    if (!keepsLine(this.#resource)) return ['', '', '', ''];
    const { actor, requestId, reason = null } = who;
    const [approver, approverName] = approvalOf(who);
    return [
      given.add(actor.email, 'text'),
      given.add(actor.name, 'text'),
      given.add(requestId, 'text'),
      given.add(keptWays(who), 'text'),
      given.add(reason, 'text'),
      [given.add(approver, 'text'), given.add(approverName, 'text')],
    ];
  }

  #historyOf(action: 'create' | 'restore', by: WrittenBy): string {
    const changes = changesSql(this.#registry, this.#resource, this.#fields, { from: null, to: 'n' });
    return this.#history({ action, changes, from: 'created n', row: 'n', by });
  }

  /** The subquery that writes a line of history, with a comma before it; empty where the model keeps none. */
  #history(line: HistoryLine): string {
    return keepsLine(this.#resource) ? `, written AS (${historySql(this.#resource, line)})` : '';
  }

  #answerOf(rows: string): string {
    const complete = rowsSql(this.#registry, this.#resource, { from: `${rows} t` });
    return `SELECT row_to_json(r)::text AS row FROM (${complete}) r`;
  }
}
