import { IconArrowRight, IconListSearch, IconPlus, IconTable, type Icon } from '@tabler/icons-react';
import { modelIcon } from '../model-icons.ts';
import type { Place } from './places.ts';
import type { Found, HitGroup } from './use-palette.ts';

/** One line of the palette. */
export interface Option {
  /** The same for the same line, whatever else is found. */
  key: string;
  label: string;
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

const placeOption = (place: Place, go: Go): Option => ({
  key: place.to,
  label: place.label,
  note: place.within,
  icon: placeIcon(place),
  run: () => go(place.to),
});

function hitOptions({ resource, hits, more }: HitGroup, text: string, go: Go): Option[] {
  const [, many] = resource.label;
  const options = hits.map(({ model, id, title, found_in }): Option => ({
    key: `${model}/${id}`,
    label: title,
    note: found_in ? `${found_in.label}: ${found_in.text}` : undefined,
    icon: modelIcon(model),
    run: () => go(`/auth/view/${model}/${id}`),
  }));
  const all: Option = {
    key: `${resource.name}/all`,
    label: `All ${many} with “${text}”`,
    icon: IconListSearch,
    run: () => go(`/auth/view/${resource.name}`, { q: text }),
  };
  return more ? [...options, all] : options;
}

/** The lines of the palette: places first, which are there at once, then the records, model by model. */
export function optionGroups({ text, places, groups, pending }: Found, go: Go): OptionGroup[] {
  const screens: OptionGroup = {
    label: 'Go to',
    options: places.map((place) => placeOption(place, go)),
    stale: false,
  };
  const records = groups.map((group) => ({
    label: group.resource.label[1],
    options: hitOptions(group, text, go),
    stale: pending,
  }));
  return [screens, ...records].filter(({ options }) => options.length > 0);
}
