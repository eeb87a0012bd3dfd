import { ownerField } from '#kernel/owned-checks.ts';
import type { Resource } from '#kernel/resource.ts';
import { registry } from './registry.ts';

/** What an owner can answer, and how it is shown. */
export const ATTESTED = {
  confirmed: 'Confirmed',
  handed_over: 'Handed over',
  given_up: 'Given up',
} as const;
export type Attested = keyof typeof ATTESTED;
export const attestedAnswers = Object.keys(ATTESTED) as [Attested, ...Attested[]];

/** The states of a question: an answer, or that nobody has given one. */
export const ATTESTATION_STATES = { ...ATTESTED, waiting: 'Waiting' } as const;
export type AttestationState = keyof typeof ATTESTATION_STATES;

/** The models that campaigns can be about, each with the field that names the owner: those that are owned by a person and keep who had them. */
const askable: readonly { resource: Resource; field: string }[] = registry.all.flatMap((resource) => {
  const field = ownerField(registry, resource);
  return field === null ? [] : [{ resource, field }];
});

/** The models that campaigns can be about, in the order of the registry. */
export const attestedModels: readonly Resource[] = askable.map(({ resource }) => resource);

/** The field that names the owner of a model's records. @throws for a model that no campaign can be about */
export function attestedField(model: string): string {
  const found = askable.find(({ resource }) => resource.name === model);
  if (!found) throw new Error(`No campaign can be about ${model}.`);
  return found.field;
}

/** The fields that show an owner which of their records it is, beside what it is called: not whose. */
export function attestedFacts(model: string): string[] {
  const owner = attestedField(model);
  const resource = registry.get(model);
  const reference = resource.fields[owner];
  const shown = reference && 'as' in reference ? reference.as : owner;
  const names = ['provider_type', ...(resource.about ?? []), 'cost_center'];
  const known = registry.properties(resource);
  const said = new Set([owner, shown, resource.called, resource.title]);
  return [...new Set(names)].filter((name) => known.has(name) && !said.has(name));
}

/** The sentences of the page that owners open by the link of a mail. */
export const attestationPage = {
  /** Whatever is not right about a link. @param email that of the team who helps */
  over: (email: string) =>
    `This link cannot be used, or not any more: it is good until the last day, and until you have finished. If you have answered by it, nothing is left to do. Else ask the CCoE team at ${email}.`,
} as const;
