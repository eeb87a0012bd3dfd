import { lazy } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordScreen, Screen, ScreenAction } from '#web/generic/screen.ts';

/**
 * Which screen shows a model: its own where it has one, else the generic one of the action. Every screen is
 * a file of its own that is loaded when it is opened first.
 */
interface Screens {
  /** The list. */
  view?: Screen;
  /** The editable table. */
  crud?: Screen;
  create?: Screen;
  /** The single record. */
  record?: RecordScreen;
  edit?: RecordScreen;
}

const generic: Screens = {
  view: lazy(() => import('#web/generic/list/list-screen.tsx')),
  crud: lazy(() => import('#web/generic/crud/crud-screen.tsx')),
  create: lazy(() => import('#web/generic/form/create-screen.tsx')),
  record: lazy(() => import('#web/generic/record/record-screen.tsx')),
  edit: lazy(() => import('#web/generic/form/edit-screen.tsx')),
};

const own: Readonly<Record<string, Screens>> = {
  cost_centers: {
    view: lazy(() => import('#web/screens/cost-centers/list-screen.tsx')),
    crud: lazy(() => import('#web/screens/cost-centers/crud-screen.tsx')),
    create: lazy(() => import('#web/screens/cost-centers/create-screen.tsx')),
    edit: lazy(() => import('#web/screens/cost-centers/edit-screen.tsx')),
  },
  companies: {
    create: lazy(() => import('#web/screens/companies/create-screen.tsx')),
    edit: lazy(() => import('#web/screens/companies/edit-screen.tsx')),
  },
  departments: {
    create: lazy(() => import('#web/screens/departments/create-screen.tsx')),
    edit: lazy(() => import('#web/screens/departments/edit-screen.tsx')),
  },
  business_units: {
    create: lazy(() => import('#web/screens/business-units/create-screen.tsx')),
    edit: lazy(() => import('#web/screens/business-units/edit-screen.tsx')),
  },
  cloud_contacts: {
    view: lazy(() => import('#web/screens/cloud-contacts/list-screen.tsx')),
    crud: lazy(() => import('#web/screens/cloud-contacts/crud-screen.tsx')),
    create: lazy(() => import('#web/screens/cloud-contacts/create-screen.tsx')),
  },
};

/** Models that serve forms and have no screens of their own. */
const WITHOUT_SCREENS = new Set(['select_options']);

const needs = { view: 'read', crud: 'update', create: 'create', record: 'read', edit: 'update' } as const;

function screenOf<K extends keyof Screens>(resource: Resource, kind: K): Screens[K] | undefined {
  if (WITHOUT_SCREENS.has(resource.name) || !resource.actions.includes(needs[kind])) return undefined;
  return own[resource.name]?.[kind] ?? generic[kind];
}

/** The screen of an address without an id; undefined where there is none. */
export function listScreen(action: ScreenAction, resource: Resource): Screen | undefined {
  return action === 'edit' ? undefined : screenOf(resource, action);
}

/** The screen of an address with an id; undefined where there is none. */
export function recordScreen(action: ScreenAction, resource: Resource): RecordScreen | undefined {
  if (action === 'view') return screenOf(resource, 'record');
  return action === 'edit' ? screenOf(resource, 'edit') : undefined;
}
