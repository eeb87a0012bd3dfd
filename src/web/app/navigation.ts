import {
  IconBuilding,
  IconCloudComputing,
  IconInfoCircle,
  IconServer2,
  IconTable,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Rights } from '#kernel/rights.ts';
import { listScreen } from './screens.ts';

/** A place that the navigation may lead to: a screen of a model, or a page of its own. */
type Place =
  | { label?: string; action: 'view' | 'crud'; model: string; right?: keyof Rights }
  | { label: string; path: string; right?: keyof Rights };

export interface NavEntry {
  label: string;
  to: string;
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

const view = (model: string, label?: string): Place => ({ action: 'view', model, label });
const crud = (model: string, label?: string): Place => ({
  action: 'crud',
  model,
  label,
  right: 'edit_reference_data',
});
const operated = (label: string, path: string): Place => ({ label, path, right: 'operate' });

const members = [
  view('members'),
  view('cloud_certifications'),
  { label: 'Membership Requests', path: '/auth/membership-requests' },
];
const deployments = [view('cloud_deployments', 'Deployments')];
const factory = [
  operated('Create AWS Account', '/auth/create-aws-account'),
  operated('Create Azure Subscription', '/auth/create-azure-subscription'),
  operated('Create GCP Project', '/auth/create-gcp-project'),
  operated('Modify Spinco Security Groups', '/auth/spinco-sg-modification'),
];
const administrative = [
  view('service_catalog_products', 'Service Catalog Manager'),
  operated('Billing Automation', '/auth/billing-automation'),
  { label: 'Outbox', path: '/auth/outbox' },
  { label: 'Jobs', path: '/auth/jobs' },
];
const information = [
  { label: 'Statistics', path: '/auth/dash-stats' },
  view('faqs', 'Faqs'),
  view('glossaries', 'Glossary'),
  { label: 'AWS AD Groups', path: '/auth/active-directory/groups-aws' },
  { label: 'Azure AD Groups', path: '/auth/active-directory/groups-azure' },
  { label: 'GCP AD Groups', path: '/auth/active-directory/groups-gcp' },
  { label: 'Cloud Account Posture', path: '/auth/account-details' },
  { label: 'Missing Report Tags', path: '/auth/missing-tags-report' },
];
const code = [view('dcoe_members', 'CODE')];

/** Models that stand in another group than the reference data. */
const ELSEWHERE = new Set(
  [...members, ...deployments, ...administrative, ...information, ...code].flatMap((place) =>
    'model' in place ? [place.model] : [],
  ),
);

function menuOf(models: readonly Resource[]): Menu[] {
  const reference = models.filter(({ name }) => !ELSEWHERE.has(name)).map(({ name }) => view(name));
  return [
    { label: 'Members', icon: IconUsers, sections: [{ places: members }] },
    { label: 'Deployments', icon: IconServer2, sections: [{ places: deployments }] },
    {
      label: 'CRUD',
      icon: IconTable,
      sections: [
        { label: 'Reference Data', places: reference },
        { label: 'Editable Tables', places: models.map(({ name }) => crud(name)) },
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

interface Known {
  registry: Registry;
  rights: Rights;
  /** Whether the router has a page at this address. */
  hasPage: (path: string) => boolean;
}

/** The navigation of a person: only places that work and that they may use; no group without one. */
export function navigationOf({ registry, rights, hasPage }: Known): NavGroup[] {
  const entryOf = (place: Place): NavEntry[] => {
    if (place.right && !rights[place.right]) return [];
    if ('path' in place) return hasPage(place.path) ? [{ label: place.label, to: place.path }] : [];
    const resource = registry.find(place.model);
    if (!resource || !listScreen(place.action, resource)) return [];
    return [{ label: place.label ?? resource.label[1], to: `/auth/${place.action}/${place.model}` }];
  };
  return menuOf(registry.all).flatMap(({ label, icon, sections }) => {
    const working = sections
      .map((section) => ({ label: section.label, entries: section.places.flatMap(entryOf) }))
      .filter(({ entries }) => entries.length > 0);
    return working.length > 0 ? [{ label, icon, sections: working }] : [];
  });
}
