import { randomUUID } from 'node:crypto';
import { type Answer, ArmError, type Call, isObject, objectOf, ok, type Operation } from './arm.ts';
import { ROLES } from './roles.ts';
import { type Assignment, type Machine, TENANT_ID, type Subscription, type Tenant } from './tenant.ts';

type Row = Record<string, unknown>;

const ROWS_OF_A_PAGE = 1000;
const DEFAULT_TOP = 100;
const KEPT_RESULTS = 4;

const invalid = (message: string) => new ArmError(400, 'BadRequest', message);

/** The text of a literal of KQL: `'it\'s'` → `it's`. */
const literal = (quoted: string) => quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1');

function member(row: Row, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? (value[name] ?? null) : null), row);
}

function where(rows: readonly Row[], condition: string): Row[] {
  const read = /^([\w.]+)\s*(==|=~)\s*('(?:[^'\\]|\\.)*')$/.exec(condition);
  if (!read) throw invalid(`Query is invalid: where ${condition}`);
  const [, path = '', operator, quoted = ''] = read;
  const wanted = literal(quoted);
  return rows.filter((row) => {
    const value = String(member(row, path));
    return operator === '==' ? value === wanted : value.toLowerCase() === wanted.toLowerCase();
  });
}

function projection(columns: string): (row: Row) => Row {
  const read = columns.split(',').map((column) => {
    const [name = '', path = name] = column.split('=').map((side) => side.trim());
    if (!/^\w+$/.test(name) || !/^[\w.]+$/.test(path)) throw invalid(`Query is invalid: project ${column}`);
    return [name, path] as const;
  });
  return (row) => Object.fromEntries(read.map(([name, path]) => [name, member(row, path)]));
}

function ordered(rows: readonly Row[], by: string): Row[] {
  const column = /^(\w+) asc$/.exec(by)?.[1];
  if (column === undefined) throw invalid(`Query is invalid: order by ${by}`);
  const key = (row: Row) => String(row[column]);
  return rows.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
}

/** Answers a query of the parts of KQL that this knows: where with == and =~, project, and order by. */
function answerQuery(tables: Readonly<Record<string, () => Row[]>>, query: string): Row[] {
  const [table = '', ...parts] = query.split('\n').map((line) => line.trim().replace(/^\|\s*/, ''));
  const rows = tables[table.toLowerCase()]?.();
  if (!rows) throw invalid(`Table ${table} is invalid, unsupported or disallowed.`);
  return parts.reduce((found, part) => {
    const [, word = '', rest = ''] = /^(where|project|order by) (.*)$/.exec(part) ?? [];
    if (word === 'where') return where(found, rest);
    if (word === 'project') return found.map(projection(rest));
    if (word === 'order by') return ordered(found, rest);
    throw invalid(`Query is invalid: ${part}`);
  }, rows);
}

/** The tables that can be queried, with the rows of the whole tenant. */
function tablesOf(tenant: Tenant): Readonly<Record<string, () => Row[]>> {
  const subscription = ({ id, displayName, state, group, tags }: Subscription): Row => ({
    id: `/subscriptions/${id}`,
    type: 'microsoft.resources/subscriptions',
    subscriptionId: id,
    tenantId: TENANT_ID,
    name: displayName,
    tags,
    properties: {
      state,
      managementGroupAncestorsChain: [tenant.group(group), ...tenant.above(group)].flatMap((one) =>
        one ? [{ name: one.name, displayName: one.displayName }] : [],
      ),
    },
  });
  const machine = ({ id, name, subscriptionId, location, size, powerState, tags }: Machine): Row => ({
    id,
    type: 'microsoft.compute/virtualmachines',
    name,
    subscriptionId,
    tenantId: TENANT_ID,
    location,
    tags,
    properties: {
      hardwareProfile: { vmSize: size },
      extended: { instanceView: { powerState: { code: powerState } } },
    },
  });
  const assignment = ({ scope, name, roleDefinitionId, principalId, principalType }: Assignment): Row => ({
    id: `${scope === '/' ? '' : scope}/providers/Microsoft.Authorization/RoleAssignments/${name}`,
    type: 'microsoft.authorization/roleassignments',
    name,
    properties: { scope, roleDefinitionId, principalId, principalType },
  });
  const role = ([roleName, id]: [string, string]): Row => ({
    id: `/providers/Microsoft.Authorization/RoleDefinitions/${id}`,
    type: 'microsoft.authorization/roledefinitions',
    name: id,
    properties: { roleName, type: 'BuiltInRole', description: `${roleName}, as Azure has it` },
  });
  return {
    authorizationresources: () => [
      ...tenant.state.assignments.map(assignment),
      ...Object.entries(ROLES).map(role),
    ],
    resourcecontainers: () => tenant.state.subscriptions.map(subscription),
    resources: () => tenant.state.machines.map(machine),
  };
}

/** Resource Graph: subscriptions, machines and roles of the whole tenant in pages, by queries. */
export function graphOperations(tenant: Tenant): Operation[] {
  const results = new Map<string, Row[]>();
  const tables = tablesOf(tenant);

  const runQuery = ({ body }: Call): Answer => {
    const options = objectOf(body['options']);
    const top = Math.min(Number(options['$top'] ?? DEFAULT_TOP), ROWS_OF_A_PAGE);
    const [result, from] = found(options['$skipToken'], String(body['query'] ?? ''));
    const rows = results.get(result) ?? [];
    const data = rows.slice(from, from + top);
    const to = from + data.length;
    return ok({
      totalRecords: rows.length,
      count: data.length,
      data,
      facets: [],
      resultTruncated: 'false',
      ...(to < rows.length && { $skipToken: `${result}:${to}` }),
    });
  };

  /** The result that a token goes on with, or a new one, and where its next page begins. */
  function found(token: unknown, query: string): [result: string, from: number] {
    if (typeof token === 'string') {
      const [result = '', from = '0'] = token.split(':');
      if (!results.has(result)) throw invalid('The skip token is no longer valid.');
      return [result, Number(from)];
    }
    const result = randomUUID();
    results.set(result, answerQuery(tables, query));
    for (const old of [...results.keys()].slice(0, -KEPT_RESULTS)) results.delete(old);
    return [result, 0];
  }

  const path = /^\/providers\/Microsoft\.ResourceGraph\/resources$/i;
  return [{ name: 'Resources', method: 'POST', path, run: runQuery }];
}
