import type { UseQueryOptions } from '@tanstack/react-query';
import type { ToldChoiceGroup } from '#kernel/cloud/cloud-factory.ts';
import { api } from '#web/data/client.ts';
import type { RecordAnswer } from '#web/data/queries.ts';

export type ToldChoices = RecordAnswer<readonly ToldChoiceGroup[]>;

/** The choices that a call of the portal tells; they are what the cloud has. */
export function choicesQuery(path: string): UseQueryOptions<ToldChoices> {
  return {
    queryKey: ['clouds', 'choices', path],
    queryFn: ({ signal }) => api.get<ToldChoices>(path, { signal }),
    staleTime: 60_000,
  };
}

/** The groups of choices as a list of choices takes them; those that nothing lies in are told for their names alone. */
export const groupsOf = ({ data }: ToldChoices) =>
  data
    .filter(({ options }) => options.length > 0)
    .map(({ label, options }) => ({ group: label, items: options.map((one) => ({ ...one })) }));

/** What people call a choice; the value itself where nobody tells. */
export const choiceLabel = (told: ToldChoices | undefined, value: string): string =>
  told?.data.flatMap(({ options }) => options).find((one) => one.value === value)?.label ?? value;
