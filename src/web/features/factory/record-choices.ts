import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { hyphenated, type ChoiceSource } from '#kernel/cloud/cloud-request.ts';
import { registry } from '#resources/registry.ts';
import { listQuery } from '#web/data/queries.ts';
import { textOf } from '#web/generic/inputs/input-props.ts';
import type { Values } from '#kernel/input.ts';

/** The fields that show which record it is, beside its name: who owns it, or what it belongs to. */
const DETAILS = [
  'cloud_contact_email',
  'cost_center_owner',
  'sap_project_name',
  'ppm_project_name',
  'wbs',
  'name',
  'abbreviation',
];

/** A record in a few words beside its name; empty where it has none of these. */
export function aboutRecord(record: Values): string {
  const words = DETAILS.map((name) => textOf(record[name])).filter(Boolean);
  return [...words, textOf(record['business_unit_name'])].filter(Boolean).slice(0, 2).join(' · ');
}

const TYPING_PAUSE_MS = 200;
/** How many of each model are offered at once; the rest is found by typing. */
const OFFERED = 20;

/** Records of one or several models, by one of their fields. */
export type Records = Extract<ChoiceSource, { models: unknown }>;

/** The choices of one model. */
export interface OfferedGroup {
  model: string;
  /** The name of its records, such as 'Cost Centers'. */
  label: string;
  items: { name: string; about: string }[];
}

interface Search {
  /** The typed text; empty where everything is offered. */
  sought: string;
  /** Nothing is fetched while the list is closed. */
  open: boolean;
  /** White space of names becomes a hyphen. */
  hyphens: boolean;
}

const holds = (text: string, part: string): boolean => text.toLowerCase().includes(part.trim().toLowerCase());

/** The last answers that were there: what is fetched anew has nothing until it is answered. */
function useLast<T>(now: readonly (T | undefined)[]): readonly (T | undefined)[] {
  const [last, setLast] = useState(now);
  const kept = now.map((one, at) => one ?? last[at]);
  if (kept.some((one, at) => one !== last[at])) setLast(kept);
  return kept;
}

/**
 * Searches records while one types. What the answer before has of what is sought now is offered until the next answer
 * comes, so that the list neither closes nor loses a choice in between.
 */
export function useRecordChoices({ models }: Records, { sought, open, hyphens }: Search) {
  const [settled] = useDebouncedValue(sought, TYPING_PAUSE_MS);
  const found = useQueries({
    queries: models.map(({ model, by, query }) => ({
      ...listQuery(model, { ...query, q: settled.trim() || undefined, page: 1, per_page: OFFERED, sort: by }),
      enabled: open,
      staleTime: 30_000,
    })),
  });
  const last = useLast(found.map(({ data }) => data));
  const seen = new Set<string>();
  const groups = models.map(({ model, by }, at): OfferedGroup => {
    const isAnswer = settled === sought && found[at]?.data !== undefined;
    const items = (last[at]?.data ?? []).flatMap((record) => {
      const plain = textOf(record[by]);
      const name = hyphens ? hyphenated(plain) : plain;
      const about = aboutRecord(record);
      const isSought = isAnswer || holds(name, sought) || holds(about, sought);
      // A name that two models have is the same one to choose.
      if (name === '' || seen.has(name) || !isSought) return [];
      seen.add(name);
      return [{ name, about }];
    });
    return { model, label: registry.find(model)?.label[1] ?? model, items };
  });
  const failed = found.flatMap(({ isError, data, refetch }, at) =>
    isError && !data ? [{ label: groups[at]?.label ?? '', refetch }] : [],
  );
  return {
    /** Those that there is something of. */
    groups: groups.filter(({ items }) => items.length > 0),
    /** The search has not been answered yet. */
    isPending: open && (settled !== sought || found.some(({ isLoading }) => isLoading)),
    /** The models that could not be loaded. */
    failed,
  };
}
