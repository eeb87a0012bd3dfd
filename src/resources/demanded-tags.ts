import { cloudRequests } from './cloud-requests/all.ts';

/** A tag that everything in a cloud must bear. */
export interface DemandedTag {
  name: string;
  /** Its name for people. */
  label: string;
  /** How its key is written in bills: in small letters, without the signs between words. */
  spelled: readonly string[];
}

/** Other spellings that people use for the name. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  cost_center: ['costcentre', 'costcenterid', 'costcentername', 'wbs', 'wbselement'],
  owner: ['owneremail', 'accountowner'],
  project_name: ['project'],
};

const [first, ...others] = cloudRequests;

/** The tags that the requests of every cloud require: bills are checked for the same tags. */
export const demandedTags: readonly DemandedTag[] = Object.entries(first?.tags ?? {})
  .filter(([name]) => others.every(({ tags }) => Object.keys(tags).includes(name)))
  .map(([name, field]) => {
    const key = name.replaceAll('_', '');
    const label = first?.fields[field]?.label ?? name;
    return { name, label, spelled: [key, `${key}tag`, ...(ALSO[name] ?? [])] };
  });
