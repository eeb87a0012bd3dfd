import { idOf, textOf } from './cells.ts';
import type { CellAt, Columns } from './format.ts';
import { tagPairs } from './tag-columns.ts';

/** The service of lines of Copilot, whoever bills them. */
export const COPILOT = 'GitHub Copilot';

/** The account of what is split by the seats of an organization; null for those of all. */
export const pooled = (organization: string | null): string =>
  `copilot:${organization?.toLowerCase() ?? '*'}/*`;

/** A line of Copilot among those of a cloud. */
interface CopilotLine {
  account: string;
  /** With the subscription that it is billed by, since its account is another one. */
  description: string;
}

/** Decides of a line by its service, its description and the subscription; null for all others. */
type CopilotReader = (
  service: string | null,
  description: string | null,
  subscription: string | null,
  cell: CellAt,
) => CopilotLine | null;

/** The names of organizations of GitHub; what Azure calls a resource may be a number of its own. */
const NAME = /^[a-z\d][a-z\d-]{0,98}$/i;
const NUMBER = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const KEYS = new Set(['organization', 'organizationname', 'githuborganization', 'githuborg', 'org']);

/**
 * Finds the lines of GitHub Copilot in a bill of Azure: the meter is GitHub's, and its name, its category or its product says
 * Copilot. Most lines are known by two short cells to be none; of the others the rest is read.
 * @param columns those of Azure's exports, and those that FOCUS and Azure's additions to it have
 */
export function copilotReader(columns: Columns): CopilotReader {
  const words = [
    ['meterSubCategory', 'x_SkuMeterSubcategory'],
    ['meterName', 'x_SkuMeterName'],
    ['ProductName', 'x_SkuDescription'],
    ['productOrderName'],
    ['publisherName'],
    ['consumedService'],
  ].map((names) => columns.aside(...names));
  const asides = ['tags', 'additionalInfo', 'x_SkuDetails'].map((name) => columns.aside(name));
  const resource = columns.aside('ResourceName');
  const path = columns.aside('ResourceId');
  return (service, description, subscription, cell) => {
    if (!/github/i.test(service ?? '') && !/copilot/i.test(description ?? '')) return null;
    const texts = [service, description, ...words.map(cell)].join('\n');
    if (!/github/i.test(texts) || !/copilot/i.test(texts)) return null;
    const organization = asides.map((place) => organizationIn(cell(place))).find((name) => name !== null);
    return {
      account: pooled(organization ?? nameOf(cell(resource)) ?? nameOf(lastOf(cell(path)))),
      description: [
        description ?? textOf(cell(words[0] ?? -1)) ?? COPILOT,
        subscription && `subscription ${subscription}`,
      ]
        .filter(Boolean)
        .join(', '),
    };
  };
}

/** The organization that tags or additional information name. */
function organizationIn(text: string): string | null {
  if (!/org/i.test(text)) return null;
  const found = tagPairs(text).find(([key]) => KEYS.has(key.toLowerCase().replaceAll(/[^a-z]/g, '')));
  return nameOf(found?.[1] ?? '');
}

function nameOf(text: string): string | null {
  const name = idOf(text);
  return name !== null && NAME.test(name) && !NUMBER.test(name) ? name : null;
}

const lastOf = (path: string) => path.split('/').findLast((part) => part.trim() !== '') ?? '';
