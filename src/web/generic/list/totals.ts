import { kindOf } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';

/**
 * The sums of a list as its footer shows them, by column: a line for each currency, since amounts of one are none of
 * another. Undefined where the model declares none.
 */
export function shownTotals(
  resource: Resource,
  meta: Readonly<Record<string, unknown>> | undefined,
): Record<string, string[]> | undefined {
  const totals = meta?.['totals'];
  if (typeof totals !== 'object' || totals === null) return undefined;
  return Object.fromEntries(
    Object.entries(totals).flatMap(([name, sum]): [string, string[]][] => {
      const field = resource.fields[name];
      if (!field) return [];
      const shown = (value: unknown) => kindOf(field).display(value, field);
      if (typeof sum !== 'object' || sum === null) return [[name, [shown(sum)]]];
      return [
        [
          name,
          Object.entries(sum as Record<string, unknown>).map(([currency, value]) =>
            `${shown(value)} ${currency}`.trim(),
          ),
        ],
      ];
    }),
  );
}
