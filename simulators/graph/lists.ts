import { type Answer, ArmError, type Call, ok } from '../azure/arm.ts';
import { type Json, selected } from './objects.ts';

const DEFAULT_TOP = 100;
const MOST_TOP = 999;

/** A page of a list, with the address of the next one. */
export function page<Item>(
  all: readonly Item[],
  json: (item: Item) => Json,
  path: string,
  { query, base }: Call,
): Answer {
  const from = Number(query.get('$skiptoken') ?? 0);
  const top = Math.min(Number(query.get('$top') ?? DEFAULT_TOP) || DEFAULT_TOP, MOST_TOP);
  const value = all.slice(from, from + top).map((item) => selected(json(item), query.get('$select')));
  if (from + top >= all.length) return ok({ value });
  const next = new URLSearchParams(query);
  next.set('$skiptoken', String(from + top));
  return ok({ '@odata.nextLink': `${base}${path}?${next.toString()}`, value });
}

const CONDITION = /^(\w+) eq '((?:[^']|'')*)'$/;

/** The objects for which one of the conditions holds: `name eq 'text' or …`, without regard to case, as in Graph. */
export function filtered(all: readonly Json[], { query }: Call): readonly Json[] {
  const filter = query.get('$filter');
  if (filter === null) return all;
  const conditions = filter.split(/ or (?=\w+ eq ')/).map((text) => {
    const [, name = '', value = ''] = CONDITION.exec(text.trim()) ?? [];
    if (name === '') throw new ArmError(400, 'Request_BadRequest', `Invalid filter clause: ${text}`);
    return [name, value.replaceAll("''", "'").toLowerCase()] as const;
  });
  return all.filter((one) =>
    conditions.some(([name, value]) => String(one[name] ?? '').toLowerCase() === value),
  );
}
