import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SearchAnswer, SearchHit } from '#calls/search.ts';
import { BILLING_RUNS } from '#kernel/comments/comments.ts';
import { registry } from '#resources/registry.ts';
import { searchQuery } from '#web/data/queries.ts';
import { usePerson } from '#web/data/use-session.ts';
import { useNavigation } from '../navigation/use-navigation.ts';
import { useKnownPlaces } from '../navigation/use-known-places.ts';
import { findCommands, useCommands, type FrameDialogs, type Command } from './commands.ts';
import { findPlaces, placesOf, visitedPlaces, type Place } from './places.ts';

/** The pause in typing after which the server is called. */
const PAUSE_MS = 150;

/** What was found of one model, or of the billing runs, which are none. */
export interface HitGroup {
  name: string;
  label: string;
  /** The page of one. */
  pageOf: (id: number) => string;
  hits: SearchHit[];
  /** There are more than these. */
  more: boolean;
}

const pageOfRun = (id: number) => `/auth/billing-automation/runs/${id}`;

function groupsOf({ data, meta }: SearchAnswer): HitGroup[] {
  const models = [...new Set(data.map(({ model }) => model))];
  return models.flatMap((model) => {
    const resource = registry.find(model);
    const found = {
      name: model,
      hits: data.filter((hit) => hit.model === model),
      more: meta.more.includes(model),
    };
    if (resource)
      return [{ ...found, label: resource.label[1], pageOf: (id) => `/auth/view/${model}/${id}` }];
    return model === BILLING_RUNS ? [{ ...found, label: 'Billing Runs', pageOf: pageOfRun }] : [];
  });
}

export interface Found {
  /** The typed text, tidied. */
  text: string;
  places: Place[];
  /** Where the person was last; empty once something is typed. */
  visited: Place[];
  /** The commands. */
  commands: Command[];
  /** Records; while `pending`, those of the text before. */
  groups: HitGroup[];
  /** The records for the text of the moment are not here yet. */
  pending: boolean;
  error: Error | null;
  retry: () => void;
}

/** The choices of the palette for a text: places at once, records as soon as the server has answered. */
export function usePalette(typed: string, dialogs: FrameDialogs): Found {
  const navigation = useNavigation();
  const rights = usePerson()?.rights;
  const places = useMemo(() => (rights ? placesOf(navigation, registry, rights) : []), [navigation, rights]);
  const commands = useCommands(dialogs);
  const { visited } = useKnownPlaces();
  const here = useLocation({ select: (location) => location.pathname });
  const text = typed.trim().replaceAll(/\s+/g, ' ');
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const sought = text !== '' && settled !== '';
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...searchQuery(settled),
    enabled: sought,
    placeholderData: keepPreviousData,
  });
  const pending = text !== '' && (settled !== text || isPlaceholderData || (!data && isFetching));
  return {
    text,
    visited: text === '' ? visitedPlaces(visited, here, registry) : [],
    commands: findCommands(commands, text),
    places: useMemo(() => findPlaces(places, text), [places, text]),
    groups: useMemo(() => (data && text !== '' ? groupsOf(data) : []), [data, text]),
    pending,
    error: pending || data ? null : error,
    retry: () => void refetch(),
  };
}
