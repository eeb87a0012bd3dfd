import { pathText } from '#resources/account-places.ts';
import type { AwsProvider, AwsUnit } from '#server/providers/aws/interface.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Step } from '../../ledger/step.ts';
import { accountOf, textOf } from './parts.ts';

/** Where accounts of a unit lie: its id, and the names on the way to it from the root. */
export interface Place {
  id: string;
  path: string;
}

/**
 * The organizational unit of a name, whatever its letters' case. Of several the one directly below the root is meant.
 * @returns what is wrong as a text
 */
export function placeIn(
  { root, units }: Awaited<ReturnType<AwsProvider['units']>>,
  name: string,
): Place | string {
  const named = units.filter((unit) => unit.name.toLowerCase() === name.toLowerCase());
  const atTop = named.filter(({ parent }) => parent === root);
  const [found, another] = atTop.length > 0 ? atTop : named;
  if (!found)
    return `The organization has no organizational unit '${name}'. Make it in AWS Organizations, or choose another.`;
  if (another)
    return `The organization has several organizational units '${name}'. Rename all but one of them.`;
  return { id: found.id, path: pathOf(units, found) };
}

/** The same, as it is in AWS by now. */
export const placeOf = async (provider: AwsProvider, name: string): Promise<Place | string> =>
  placeIn(await provider.units(), name);

/** The names on the way to a unit, from the outermost on. */
export function pathOf(units: readonly AwsUnit[], unit: AwsUnit): string {
  const above = units.find(({ id }) => id === unit.parent);
  return above ? pathText([pathOf(units, above), unit.name]) : unit.name;
}

/** Moves the account to its organizational unit; one that is there already stays. */
export function moveAccount(provider: AwsProvider): Step {
  return {
    name: 'move_account',
    label: 'Move it to its organizational unit',
    input: async (context) => ({ ou: textOf(context, 'ou') }),
    call: async (context, { ou }) => {
      const account = accountOf(context);
      const place = await placeOf(provider, String(ou));
      if (typeof place === 'string') throw new ProviderFailure('refused', place, { code: 'NO_SUCH_UNIT' });
      const parent = await provider.parentOf(account);
      if (parent !== place.id) await provider.moveAccount(account, parent, place.id);
      return { state: 'done', ids: { parent_id: place.id }, note: place.path };
    },
  };
}
