import { importOf } from '#kernel/csv/csv-import.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Report } from '#kernel/report.ts';
import type { Action, Resource } from '#kernel/resource.ts';
import { abilities, rightFor, type Rights } from '#kernel/rights.ts';

/** A page that needs a right. */
export interface GuardedPage {
  label: string;
  right: keyof Rights;
}

/** One thing that people may do or not, and what it is done to; no names where the words say all. */
export interface RightsRow {
  what: string;
  names: readonly string[];
  /** The names, summed up: '12 models'. */
  noun: string;
  right: keyof Rights;
}

export interface RightsGroup {
  label: string;
  rows: RightsRow[];
}

/** The declarations of rights. */
export interface Declared {
  registry: Registry;
  reports: readonly Report[];
  pages: readonly GuardedPage[];
}

const VERBS = [
  ['read', 'see'],
  ['export', 'download'],
  ['create', 'add'],
  ['update', 'change'],
  ['delete', 'delete'],
  ['import', 'import'],
] as const;

/** Whether there is such a thing to be done with a model. */
function offers(resource: Resource, action: (typeof VERBS)[number][0]): boolean {
  const { actions, csv } = resource;
  if (action === 'export') return actions.includes('read') && csv !== undefined;
  if (action === 'import') return importOf(resource) !== null;
  return actions.includes(action as Action);
}

const sentence = (verbs: readonly string[]) => {
  const text = verbs.length < 2 ? (verbs[0] ?? '') : `${verbs.slice(0, -1).join(', ')} and ${verbs.at(-1)}`;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};

/** The rows of those that need the same, their names in one row; in the order in which they first come. */
function gathered(
  found: readonly { what: string; name: string; right: keyof Rights }[],
  noun: string,
): RightsRow[] {
  const rows = Map.groupBy(found, ({ what, right }) => `${what}\n${right}`);
  return [...rows.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ what: first.what, right: first.right, noun, names: same.map(({ name }) => name) }] : [];
  });
}

function ofModels(registry: Registry): RightsRow[] {
  const found = registry.all.flatMap((resource) => {
    const verbs = VERBS.filter(([action]) => offers(resource, action));
    const byRight = Map.groupBy(verbs, ([action]) => rightFor(resource, action));
    return [...byRight].map(([right, those]) => ({
      right,
      what: sentence(those.map(([, verb]) => verb)),
      name: resource.label[1],
    }));
  });
  return gathered(found, 'models');
}

/** Who may do what, as models, reports, pages and the rest declare it. */
export function rightsTable({ registry, reports, pages }: Declared): RightsGroup[] {
  const requests = reports.map(({ label, right = 'read' }) => ({ what: 'Ask for', name: label, right }));
  const opened = pages.map(({ label, right }) => ({ what: 'Open', name: label, right }));
  return [
    { label: 'Records', rows: ofModels(registry) },
    { label: 'Reports', rows: gathered(requests, 'reports') },
    { label: 'Pages', rows: gathered(opened, 'pages') },
    {
      label: 'Everything else',
      rows: Object.values(abilities).map(({ label, right }) => ({ what: label, names: [], noun: '', right })),
    },
  ].filter(({ rows }) => rows.length > 0);
}
