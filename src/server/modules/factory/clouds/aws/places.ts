import type { AwsProvider } from '#server/providers/aws/interface.ts';
import type { CloudPlace, CloudPlaces } from '../../life/cloud-places.ts';
import { lookAgain } from './parts.ts';
import { pathOf, placeIn } from './place.ts';

const USUAL_PAUSE = 5;
/** What the root of an organization is called in AWS. */
const ROOT = 'Root';

type Units = Awaited<ReturnType<AwsProvider['units']>>;

/** Every unit of an organization, and its root, by their ids. */
function placesOf({ root, units }: Units, quarantine: string): CloudPlace[] {
  const frozen = placeIn({ root, units }, quarantine);
  return [
    { id: root, path: ROOT },
    ...units.map((unit) => {
      const place = { id: unit.id, path: pathOf(units, unit) };
      if (typeof frozen === 'string' || frozen.id !== unit.id) return place;
      const refused = `Frozen accounts lie in ${place.path}. Freeze the account instead of moving it there.`;
      return { ...place, refused };
    }),
  ];
}

/** The organizational units of AWS as places of accounts. @param quarantine the name of the unit for frozen accounts */
export function awsPlaces(provider: AwsProvider, quarantine: string): CloudPlaces {
  const all = async () => placesOf(await provider.units(), quarantine);
  return {
    called: 'organizational unit',
    all,
    of: async (account) => {
      const parent = await provider.parentOf(account);
      return (await all()).find(({ id }) => id === parent) ?? null;
    },
    isIn: async (account, place) => (await provider.parentOf(account)) === place,
    move: async (account, place) => provider.moveAccount(account, await provider.parentOf(account), place),
    lookAgain: lookAgain(provider, USUAL_PAUSE),
  };
}
