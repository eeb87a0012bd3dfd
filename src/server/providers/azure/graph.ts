import type { QueryRequest, QueryResponse } from '@azure/arm-resourcegraph';
import { onlyForward } from '../common/pages.ts';
import type { FoundMachine, FoundSubscription } from './interface.ts';

/** Answers one page of a query, within its time. */
export type QueryPage = (request: QueryRequest) => Promise<QueryResponse>;

/** A row of an answer. */
export type Row = Readonly<Record<string, unknown>>;

const ROWS_OF_A_PAGE = 1000;

const SUBSCRIPTIONS = [
  'resourcecontainers',
  "| where type == 'microsoft.resources/subscriptions'",
  '| project subscriptionId, name, state = properties.state, tags, chain = properties.managementGroupAncestorsChain',
  '| order by subscriptionId asc',
].join('\n');

const MACHINES = [
  'resources',
  "| where type == 'microsoft.compute/virtualmachines'",
  '| project id, name, subscriptionId, location, size = properties.hardwareProfile.vmSize, power = properties.extended.instanceView.powerState.code, tags',
  '| order by id asc',
].join('\n');

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
/** A text, or nothing where it is none. */
export const text = (value: unknown) => (typeof value === 'string' ? value : '');
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(isRow(value) ? value : {}).map(([name, one]) => [name, text(one)]));

/**
 * The rows of a query, page after page.
 * @param above whether assignments at scopes above those that the portal may see are listed, too
 */
export async function* rowsOf(queryPage: QueryPage, query: string, above = false): AsyncIterable<Row> {
  const goOn = onlyForward('Azure');
  let skipToken: string | undefined;
  do {
    const page: QueryResponse = await queryPage({
      query,
      options: {
        top: ROWS_OF_A_PAGE,
        resultFormat: 'objectArray',
        ...(above && { authorizationScopeFilter: 'AtScopeAboveAndBelow' }),
        ...(skipToken !== undefined && { skipToken }),
      },
    });
    // An answer that is no list would end the reading as if there were no more.
    if (!Array.isArray(page.data)) throw new Error('The answer of Resource Graph has no rows.');
    yield* page.data.filter(isRow);
    ({ skipToken } = page);
    if (skipToken !== undefined) goOn(skipToken);
  } while (skipToken !== undefined);
}

/** The subscriptions with a name, however it is capitalized. */
export async function subscriptionsNamed(
  queryPage: QueryPage,
  name: string,
): Promise<{ id: string; name: string }[]> {
  const query = [
    'resourcecontainers',
    "| where type == 'microsoft.resources/subscriptions'",
    `| where name =~ ${quoted(name)}`,
    '| project subscriptionId, name, state = properties.state',
    '| order by subscriptionId asc',
  ].join('\n');
  const found = await Array.fromAsync(rowsOf(queryPage, query));
  return found
    .filter(({ state }) => state !== 'Deleted')
    .map((row) => ({ id: text(row['subscriptionId']), name: text(row['name']) }));
}

/** Every subscription that the portal may see. */
export async function* foundSubscriptions(queryPage: QueryPage): AsyncIterable<FoundSubscription> {
  for await (const row of rowsOf(queryPage, SUBSCRIPTIONS)) {
    const state = text(row['state']);
    if (state === 'Deleted') continue;
    yield {
      id: text(row['subscriptionId']).toLowerCase(),
      name: text(row['name']),
      state,
      tags: textsOf(row['tags']),
      groups: list(row['chain']).map((one) =>
        isRow(one) ? text(one['displayName']) || text(one['name']) : '',
      ),
      groupIds: list(row['chain']).map((one) => (isRow(one) ? text(one['name']) : '')),
    };
  }
}

/** Every virtual machine that the portal may see. */
export async function* foundMachines(queryPage: QueryPage): AsyncIterable<FoundMachine> {
  for await (const row of rowsOf(queryPage, MACHINES))
    yield {
      id: text(row['id']),
      name: text(row['name']),
      subscriptionId: text(row['subscriptionId']).toLowerCase(),
      location: text(row['location']),
      size: text(row['size']),
      power: text(row['power']).replace(/^PowerState\//, ''),
      tags: textsOf(row['tags']),
    };
}
