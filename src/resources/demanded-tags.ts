import { cloudRequests } from './cloud-requests/all.ts';

/** A tag that everything in a cloud must bear. */
export interface DemandedTag {
  name: string;
  /** What people call it. */
  label: string;
  /** How its key is written in bills: in small letters, without what stands between words. */
  spelled: readonly string[];
}

/** What people write besides the name. */
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
