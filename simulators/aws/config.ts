import type { State } from './state.ts';
import { pageOf, textOf, WireError, type Json, type Operations } from './wire.ts';

/** The name of the aggregator that sees the whole organization. */
export const AGGREGATOR = 'organization';
/** The largest page, and the page of a query that names no size. */
const MOST = 100;
const BY_DEFAULT = 25;
const SELECT = /^\s*SELECT\s+(.+?)(?:\s+WHERE\s+(.+))?\s*$/is;
const MACHINES = /resourceType\s*=\s*'AWS::EC2::Instance'/i;

/** AWS Config: what of the machines of all accounts a query selects. It knows machines, and no other condition. */
export function configOperations(state: State): Operations {
  return {
    SelectAggregateResourceConfig: ({ input }) => {
      if (textOf(input, 'ConfigurationAggregatorName') !== AGGREGATOR)
        throw new WireError(
          'NoSuchConfigurationAggregatorException',
          'You have specified a configuration aggregator that does not exist.',
        );
      const [, columns = '', condition = ''] = SELECT.exec(textOf(input, 'Expression')) ?? [];
      if (columns === '' || !MACHINES.test(condition))
        throw new WireError('InvalidExpressionException', 'The syntax of the query is incorrect.');
      const paths = columns.split(',').map((path) => path.trim().split('.'));
      const limit = Number(input['Limit'] ?? BY_DEFAULT);
      if (limit > MOST)
        throw new WireError('InvalidLimitException', 'The specified limit is outside the allowable range.');
      const sized = { ...input, Limit: limit === 0 ? BY_DEFAULT : limit };
      const { rows, next } = pageOf(state.machines, sized, { most: MOST, size: 'Limit' });
      const results = rows.map((machine) => {
        const row: Json = {};
        for (const path of paths) select({ ...machine }, path, row);
        return JSON.stringify(row);
      });
      return {
        Results: results,
        QueryInfo: { SelectFields: paths.map((path) => ({ Name: path.join('.') })) },
        ...next,
      };
    },
  };
}

function select(from: Json, [name = '', ...rest]: readonly string[], into: Json): void {
  const value = from[name];
  if (value === undefined) return;
  if (rest.length === 0) into[name] = value;
  else select(value as Json, rest, (into[name] ??= {}) as Json);
}
