import { createElement, type ComponentType } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { hasOwnRows } from '#web/data/use-session.ts';
import { late } from '#web/ui/pages/late.tsx';
import { ScrolledRows } from '#web/grid/rows/late-scrolled-rows.tsx';
import { ALL_MOUNTED } from '#web/grid/use-is-virtual.ts';
import { fetchInputs } from '#web/generic/kinds/editing.ts';
import type { Differing, ModelForms, ModelScreens, Screens } from '#web/generic/model-screens.ts';
import {
  SCREEN_ACTIONS,
  type RecordScreen,
  type RecordScreenProps,
  type Screen,
  type ScreenAction,
  type ScreenProps,
} from '#web/generic/screen.ts';
import { modelScreens } from './model-screens.ts';
import { listedAt } from './own-addresses.ts';

type Kind = keyof Screens;
type PropsOf<K extends Kind> = K extends 'record' | 'edit' ? RecordScreenProps : ScreenProps;
type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** The screens that follow from a declaration; each is a file that is loaded when it is opened first. */
const generic: { [K in Kind]: Load<PropsOf<K> & Differing> } = {
  view: () => import('#web/generic/list/list-screen.tsx'),
  crud: () => import('#web/generic/crud/crud-screen.tsx'),
  create: () => import('#web/generic/form/create-screen.tsx'),
  record: () => import('#web/generic/record/record-screen.tsx'),
  edit: () => import('#web/generic/form/edit-screen.tsx'),
};
const tableList = async () => {
  const [screen] = await Promise.all([import('#web/generic/crud/table-list-screen.tsx'), fetchInputs()]);
  return screen;
};

/** Screens on which something is edited, and those of them that are forms. */
const EDITS: ReadonlySet<Kind> = new Set(['crud', 'create', 'edit']);
const FORMS: ReadonlySet<Kind> = new Set(['create', 'edit']);

/** Whether the page's address asks for more rows than are all mounted. */
const showsMany = () => Number(new URLSearchParams(window.location.search).get('per_page')) > ALL_MOUNTED;

/** The code of a screen, together with how the model's own differs. */
async function codeOf<K extends Kind>(
  model: string,
  kind: K,
): Promise<{ default: ComponentType<PropsOf<K>> }> {
  const scrolls = (kind === 'view' && registry.find(model)?.paging === 'scroll') || showsMany();
  const [module, { default: Generic }] = await Promise.all([
    modelScreens[model]?.(),
    generic[kind](),
    EDITS.has(kind) && fetchInputs(),
    // Where it does not come, the table says so.
    scrolls && ScrolledRows.fetch().catch(() => undefined),
  ]);
  const own = module?.default ?? {};
  const whole = own.own?.[kind];
  if (whole) return { default: forEverybody(whole as ComponentType<PropsOf<K>>, Generic) };
  const [forms, Shown] = await Promise.all([
    FORMS.has(kind) ? formsOf(own) : undefined,
    kind === 'view' && own.listIsTable ? tableList().then((table) => table.default) : Generic,
  ]);
  const differing = { own, forms };
  const all: ComponentType<PropsOf<K>> = (props) =>
    createElement(Shown as ComponentType<object>, { ...props, ...differing });
  return { default: forEverybody(all, Generic) };
}

/**
 * A screen of those who see the records of everybody. Who sees their own has what every model has: the additions of a model are about
 * more than its rows.
 */
const forEverybody =
  <P extends object>(All: ComponentType<P>, Generic: ComponentType<P & Differing>): ComponentType<P> =>
  (props) =>
    createElement(hasOwnRows() ? (Generic as ComponentType<P>) : All, props);

async function formsOf({ forms }: ModelScreens): Promise<ModelForms | undefined> {
  return typeof forms === 'function' ? (await forms()).default : forms;
}

/** How the code of each screen is fetched. */
const files = new WeakMap<object, () => Promise<void>>();
const screens = new Map<string, unknown>();

/** The screen of a model: a component whose code comes when it is shown first, or earlier by `fetchScreen`. */
function screen<K extends Kind>(model: string, kind: K): ComponentType<PropsOf<K>> {
  const key = `${kind} ${model}`;
  const known = screens.get(key) as ComponentType<PropsOf<K>> | undefined;
  if (known) return known;
  let code: { default: ComponentType<PropsOf<K>> } | null = null;
  const component = late(async () => (code ??= await codeOf(model, kind)));
  files.set(component, component.fetch);
  screens.set(key, component);
  return component;
}

/** Models that serve forms and have no screens of their own. */
const WITHOUT_SCREENS = new Set(['select_options']);

const needs = { view: 'read', crud: 'update', create: 'create', record: 'read', edit: 'update' } as const;

function screenOf<K extends Kind>(resource: Resource, kind: K): ComponentType<PropsOf<K>> | undefined {
  if (WITHOUT_SCREENS.has(resource.name) || !resource.actions.includes(needs[kind])) return undefined;
  // The rows of a view are no records.
  if (kind === 'record' && resource.source === 'view') return undefined;
  return screen(resource.name, kind);
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

/** The screen of an address below /auth, such as /auth/view/companies; null for an address of something else. */
export function readScreen(
  pathname: string,
): { action: ScreenAction; resource: Resource; id?: string } | null {
  const own = listedAt(pathname);
  const [, area, name, model = '', id] = (own ? `/auth/view/${own}` : pathname).split('/');
  const action = SCREEN_ACTIONS.find((one) => one === name);
  const resource = registry.find(model);
  return area === 'auth' && action && resource ? { action, resource, id } : null;
}

/**
 * Fetches the file of the screen that an address will show; an address of something else fetches nothing, and what
 * fails is reported when the screen is shown.
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

/** Fetches what every list has in common, ahead of the first one. A failure is reported when a list is shown. */
export async function fetchLists(): Promise<void> {
  await generic.view().catch(() => undefined);
}
