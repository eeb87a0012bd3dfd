import type { UseQueryOptions } from '@tanstack/react-query';
import type { DataOf } from '#calls/call.ts';
import { listFolders, listManagementGroups, listRegions } from '#calls/clouds.ts';
import { queryOf } from '#web/data/call.ts';

const CALLS = [listFolders, listManagementGroups, listRegions] as const;

/** The choices in a cloud, in groups. */
export type CloudChoices = DataOf<(typeof CALLS)[number]>;

/** The choices of the call with this path; they are what the cloud has. */
export function choicesQuery(path: string): UseQueryOptions<CloudChoices> {
  const call = CALLS.find((one) => one.path === path);
  if (!call) throw new Error(`No call answers choices at ${path}.`);
  return { ...queryOf(call, {}), staleTime: 60_000 };
}

/** The groups of choices as a list of choices takes them; empty ones have their names alone. */
export const groupsOf = (choices: CloudChoices) =>
  choices
    .filter(({ options }) => options.length > 0)
    .map(({ label, options }) => ({ group: label, items: options.map((one) => ({ ...one })) }));

/** The label of a choice; the value itself where nobody knows. */
export const choiceLabel = (choices: CloudChoices | undefined, value: string): string =>
  choices?.flatMap(({ options }) => options).find((one) => one.value === value)?.label ?? value;
