import type { ComponentType } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { late } from '#web/ui/late.tsx';
import { fetchInputs } from '#web/generic/kinds/editing.ts';
import { SCREEN_ACTIONS, type RecordScreen, type Screen, type ScreenAction } from '#web/generic/screen.ts';

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

/** How the code of each screen is fetched. */
const files = new WeakMap<object, () => Promise<void>>();

/** The same with the inputs of all kinds, which come beside its file and not after it. */
const editingScreen = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  screen(async () => (await Promise.all([load(), fetchInputs()]))[0]);

/** A component whose file comes when it is shown first, or earlier by `fetchScreen`. */
function screen<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const component = late(load);
  files.set(component, component.fetch);
  return component;
}

const generic: Screens = {
  view: screen(() => import('#web/generic/list/list-screen.tsx')),
  crud: editingScreen(() => import('#web/generic/crud/crud-screen.tsx')),
  create: editingScreen(() => import('#web/generic/form/create-screen.tsx')),
  record: screen(() => import('#web/generic/record/record-screen.tsx')),
  edit: editingScreen(() => import('#web/generic/form/edit-screen.tsx')),
};

const own: Readonly<Record<string, Screens>> = {
  cost_centers: {
    view: screen(() => import('#web/screens/cost-centers/list-screen.tsx')),
    crud: editingScreen(() => import('#web/screens/cost-centers/crud-screen.tsx')),
    create: editingScreen(() => import('#web/screens/cost-centers/create-screen.tsx')),
    edit: editingScreen(() => import('#web/screens/cost-centers/edit-screen.tsx')),
  },
  companies: {
    crud: editingScreen(() => import('#web/screens/companies/crud-screen.tsx')),
    create: editingScreen(() => import('#web/screens/companies/create-screen.tsx')),
    edit: editingScreen(() => import('#web/screens/companies/edit-screen.tsx')),
  },
  departments: {
    create: editingScreen(() => import('#web/screens/departments/create-screen.tsx')),
    edit: editingScreen(() => import('#web/screens/departments/edit-screen.tsx')),
  },
  business_units: {
    create: editingScreen(() => import('#web/screens/business-units/create-screen.tsx')),
    edit: editingScreen(() => import('#web/screens/business-units/edit-screen.tsx')),
  },
  cloud_contacts: {
    view: editingScreen(() => import('#web/screens/cloud-contacts/list-screen.tsx')),
    crud: editingScreen(() => import('#web/screens/cloud-contacts/crud-screen.tsx')),
    create: editingScreen(() => import('#web/screens/cloud-contacts/create-screen.tsx')),
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

/** What an address below /auth shows, such as /auth/view/companies; null for an address of something else. */
export function readScreen(
  pathname: string,
): { action: ScreenAction; resource: Resource; id?: string } | null {
  const [, area, name, model = '', id] = pathname.split('/');
  const action = SCREEN_ACTIONS.find((one) => one === name);
  const resource = registry.find(model);
  return area === 'auth' && action && resource ? { action, resource, id } : null;
}

/**
 * Fetches the file of the screen that an address will show; an address of something else fetches nothing, and what
 * fails is told when the screen is shown.
 */
export async function fetchScreen(pathname: string): Promise<void> {
  const address = readScreen(pathname);
  if (!address) return;
  const { action, resource, id } = address;
  const shown = id === undefined ? listScreen(action, resource) : recordScreen(action, resource);
  if (shown)
    await files
      .get(shown)?.()
      .catch(() => undefined);
}
