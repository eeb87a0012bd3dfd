import type { SearchHit } from '#calls/search.ts';
import type { Resource } from '#kernel/resource.ts';
import { IconArrowRight, IconListSearch, IconPlus, IconTable, type Icon } from '@tabler/icons-react';
import { BILLING_RUNS } from '#kernel/comments/comments.ts';
import { registry } from '#resources/registry.ts';
import { listAddress } from '../own-addresses.ts';
import { modelIcon } from '../model-icons.ts';
import type { Command } from './commands.ts';
import { ownedLists } from './owned-lists.ts';
import type { Place } from './places.ts';
import type { Found, HitGroup } from './use-palette.ts';

/** One line of the palette. */
export interface Option {
  /** The same for the same line, whatever else is found. */
  key: string;
  label: string;
  /** Below the label: what else says which one it is. */
  about?: string;
  /** Beside the label, dimmed. */
  note?: string;
  icon: Icon;
  run: () => void;
}

export interface OptionGroup {
  label: string;
  options: Option[];
  /** Found for a text that is no longer there: shown until the answer comes, but not to be chosen. */
  stale: boolean;
}

type Go = (to: string, search?: Record<string, string>) => void;

function placeIcon({ kind, model }: Place): Icon {
  if (kind === 'add') return IconPlus;
  if (kind === 'table') return IconTable;
  return model ? modelIcon(model) : IconArrowRight;
}

const placeOption = (place: Place, go: Go, group: string): Option => ({
  key: `${group}${place.to}`,
  label: place.label,
  note: place.within,
  icon: placeIcon(place),
  run: () => go(place.to),
});

function hitOptions({ name, label, pageOf, hits, more }: HitGroup, text: string, go: Go): Option[] {
  const options = hits.map(({ model, id, title, about, found_in }): Option => ({
    key: `${model}/${id}`,
    label: title,
    // The found text is beside it already.
    about: about.filter((value) => value !== found_in?.text).join(' · '),
    note: found_in ? `${found_in.label}: ${found_in.text}` : undefined,
    icon: modelIcon(model),
    run: () => go(pageOf(id)),
  }));
  const all: Option = {
    key: `${name}/all`,
    label: `All ${label} with “${text}”`,
    icon: IconListSearch,
    run: () => go(`/auth/view/${name}`, { q: text }),
  };
  // No list finds runs by their comments.
  if (name === BILLING_RUNS) return options;
  return [...options, ...(more ? [all] : []), ...ownedOptions(registry.get(name), hits[0], go)];
}

/** The lists of what the best hit owns, where it is a person. */
const ownedOptions = (person: Resource, hit: SearchHit | undefined, go: Go): Option[] =>
  hit === undefined
    ? []
    : ownedLists(registry, person).map(({ resource, by }) => ({
        key: `${resource.name}/of/${hit.id}`,
        label: `${resource.label[1]} of ${hit.title}`,
        icon: IconListSearch,
        run: () => go(listAddress(resource.name), { [`by_${by}`]: hit.title }),
      }));

const commandOption = ({ key, label, within, icon, run }: Command): Option => ({
  key: `do-${key}`,
  label,
  note: within,
  icon,
  run,
});

/**
 * The lines of the palette: places and actions first, which are there at once, then the records, model by model. Before
 * anything is typed, what can be done here and where the person was last are above all screens.
 */
export function optionGroups(found: Found, go: Go): OptionGroup[] {
  const { text, places, visited, commands, groups, pending } = found;
  const group = (label: string, options: Option[]): OptionGroup => ({ label, options, stale: false });
  const screens = group(
    'Go to',
    places.map((place) => placeOption(place, go, 'to')),
  );
  const actions = group('Actions', commands.map(commandOption));
  const last = group(
    'Last visited',
    visited.map((place) => placeOption(place, go, 'again')),
  );
  const records = groups.map((group) => ({
    label: group.label,
    options: hitOptions(group, text, go),
    stale: pending,
  }));
  const atOnce = text === '' ? [last, actions, screens] : [screens, actions];
  return [...atOnce, ...records].filter(({ options }) => options.length > 0);
}
