import {
  IconBuilding,
  IconCloudComputing,
  IconInfoCircle,
  IconServer2,
  IconTable,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { requestPages } from '#resources/cloud-requests/pages.ts';
import { ownersSee } from '#kernel/owned.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { rightFor, type Rights } from '#kernel/rights.ts';
import { listAddress, narrowedAddresses } from '../own-addresses.ts';
import { listScreen } from '../screens.ts';

/** A place that the navigation may lead to: a screen of a model, or a page of its own. */
type Place =
  | { label?: string; model: string }
  | {
      label: string;
      path: string;
      right?: keyof Rights;
      /** Also for who sees their own records only. */
      owners?: true;
    };

export interface NavEntry {
  label: string;
  to: string;
  /** The editable table of the same model, beside it. */
  table?: string;
  /** The list's own address, where it has one; those of its records are below it. */
  list?: string;
}

export interface NavSection {
  /** Absent where a group has one section only. */
  label?: string;
  entries: NavEntry[];
}

export interface NavGroup {
  label: string;
  icon: Icon;
  sections: NavSection[];
}

interface Menu {
  label: string;
  icon: Icon;
  sections: { label?: string; places: readonly Place[] }[];
}

/** The page of what is in one's own name. */
const MY_CLOUD = '/auth/my-cloud';
const view = (model: string, label?: string): Place => ({ model, label });
const operated = (label: string, path: string): Place => ({ label, path, right: 'operate' });

const members = [view('members'), view('cloud_certifications'), view('team_membership_tickets')];
const deployments = [view('cloud_deployments', 'Deployments')];
const factory = [
  ...Object.values(requestPages).map(({ action, page }) => operated(action, page)),
  operated('Request Batches', '/auth/request-batches'),
  view('request_templates'),
  { label: 'Leases', path: '/auth/leases' },
  operated('Modify Spinco Security Groups', '/auth/spinco-sg-modification'),
  view('spinco_sg_changes'),
];
const administrative: Place[] = [
  view('service_catalog_products', 'Service Catalog Manager'),
  { label: 'Cloud Billing', path: '/auth/cloud-billing' },
  { label: 'Running Month', path: '/auth/running-costs' },
  { label: 'Billing Automation', path: '/auth/billing-automation' },
  { label: 'Month Close', path: '/auth/month-close' },
  { label: 'Copilot Costs', path: '/auth/copilot-costs' },
  { label: 'Untagged Spend', path: '/auth/untagged-spend' },
  view('budgets'),
  view('allocation_metrics'),
  { label: 'Activity', path: '/auth/activity' },
  { label: 'Changes That Wait', path: '/auth/waiting-changes' },
  { label: 'Schedules', path: '/auth/schedules' },
  { label: 'Outbox', path: '/auth/outbox' },
  { label: 'Jobs', path: '/auth/jobs' },
  { label: 'Roles', path: '/auth/roles' },
  { label: 'Change Rules', path: '/auth/change-rules' },
  { label: 'Sessions and Tokens', path: '/auth/sessions', owners: true },
  view('webhooks'),
  view('webhook_deliveries'),
];
const information: Place[] = [
  { label: 'My Cloud', path: MY_CLOUD, owners: true },
  { label: 'Statistics', path: '/auth/dash-stats' },
  { label: 'Data Quality', path: '/auth/data-quality' },
  view('faqs', 'Faqs'),
  view('glossaries', 'Glossary'),
  { label: 'FAQs and Glossary', path: '/auth/faqs-and-glossary' },
  ...narrowedAddresses(),
  view('ad_groups', 'All AD Groups'),
  view('ad_people'),
  view('ad_permission_sets'),
  view('ad_membership_changes'),
  view('drift_findings', 'Drift'),
  { label: 'Attestations', path: '/auth/attestations', right: 'edit_reference_data' },
  { label: 'Cloud Account Posture', path: '/auth/account-details' },
  view('missing_report_tags'),
];
const code = [view('dcoe_members', 'CODE')];

/** Models that are in another group than the reference data. */
const ELSEWHERE = new Set(
  [...members, ...deployments, ...factory, ...administrative, ...information, ...code].flatMap((place) =>
    'model' in place ? [place.model] : [],
  ),
);

function menuOf(models: readonly Resource[]): Menu[] {
  const own = models.filter(({ name }) => !ELSEWHERE.has(name));
  const placesOf = (edited: boolean) =>
    own.filter(({ actions }) => actions.includes('update') === edited).map(({ name }) => view(name));
  return [
    { label: 'Members', icon: IconUsers, sections: [{ places: members }] },
    { label: 'Deployments', icon: IconServer2, sections: [{ places: deployments }] },
    {
      label: 'CRUD',
      icon: IconTable,
      sections: [
        { label: 'Reference Data', places: placesOf(true) },
        { label: 'Inventory', places: placesOf(false) },
      ],
    },
    {
      label: 'Services',
      icon: IconCloudComputing,
      sections: [
        { label: 'Cloud Factory', places: factory },
        { label: 'Administrative', places: administrative },
      ],
    },
    { label: 'Information', icon: IconInfoCircle, sections: [{ places: information }] },
    { label: 'CODE', icon: IconBuilding, sections: [{ places: code }] },
  ];
}

/** The pages that need a right and are there, in the order of the navigation. */
export const guardedPages = (hasPage: Known['hasPage']): { label: string; right: keyof Rights }[] =>
  [...factory, ...administrative, ...information].flatMap((place) =>
    'path' in place && place.right && hasPage(place.path) ? [{ label: place.label, right: place.right }] : [],
  );

interface Known {
  registry: Registry;
  rights: Rights;
  /** Whether the person sees their own records only. */
  ownOnly?: boolean;
  /** Whether the router has a page at this address. */
  hasPage: (path: string) => boolean;
}

/** The navigation of a person: only places that work and that they may use; no group without one. */
export function navigationOf({ registry, rights, ownOnly = false, hasPage }: Known): NavGroup[] {
  const entryOf = (place: Place): NavEntry[] => {
    if ('path' in place) {
      const may = ownOnly ? place.owners : !place.right || rights[place.right];
      return may && hasPage(place.path) ? [{ label: place.label, to: place.path }] : [];
    }
    const { model } = place;
    const resource = registry.find(model);
    const may = resource && (ownOnly ? ownersSee(resource) : rights[rightFor(resource, 'read')]);
    if (!may || !listScreen('view', resource)) return [];
    const to = listAddress(model);
    const list = `/auth/view/${model}`;
    const entry = { label: place.label ?? resource.label[1], to, ...(to !== list && { list }) };
    const hasTable = rights[rightFor(resource, 'update')] && listScreen('crud', resource);
    return [hasTable ? { ...entry, table: `/auth/crud/${model}` } : entry];
  };
  return menuOf(registry.all).flatMap(({ label, icon, sections }) => {
    const working = sections
      .map((section) => ({ label: section.label, entries: section.places.flatMap(entryOf) }))
      .filter(({ entries }) => entries.length > 0);
    const [only] = working;
    // One section needs no heading below that of its group.
    const shown = only && working.length === 1 ? [{ entries: only.entries }] : working;
    return shown.length > 0 ? [{ label, icon, sections: shown }] : [];
  });
}
