import {
  listAttestationItems,
  listAttestations,
  readAttestation,
  type Attestation,
  type AttestationItem,
  type LeftOut,
  type beginAttestation,
} from '#calls/attestation.ts';
import type { AnswerOf, InputOf, PreviewOf } from '#calls/call.ts';
import { formatDay } from '#kernel/dates.ts';
import { grouped } from '#kernel/written.ts';
import { attestedModels, ATTESTATION_STATES } from '#resources/attestation.ts';
import { queryOf, wholeQueryOf } from '#web/data/call.ts';

export const HERE = '/auth/attestations';

/** A campaign that begins is looked at again until its owners were written to. */
const BEGINS_MS = 1500;

export const campaignsQuery = () => ({
  ...wholeQueryOf(listAttestations, {}),
  refetchInterval: ({ state }: { state: { data?: AnswerOf<typeof listAttestations> } }) =>
    state.data?.data.some((campaign) => campaign.state === 'starting') === true ? BEGINS_MS : false,
});
export const campaignQuery = (id: string) => queryOf(readAttestation, { id });

/** A page of what a campaign asks about, by the filters of the list. */
export const itemsQuery = (shown: InputOf<typeof listAttestationItems>) =>
  wholeQueryOf(listAttestationItems, shown, { keeps: true });

/** What a campaign asks about, as people call it. */
export const modelWords = (models: readonly string[]): string =>
  attestedModels
    .filter(({ name }) => models.includes(name))
    .map(({ label }) => label[1])
    .join(', ');

/** How one of the things of a model is called. */
export const thingWord = (model: string): string =>
  attestedModels.find(({ name }) => name === model)?.label[0] ?? model;

/** The state of a campaign, in a word beside a dot. */
export function campaignState({ state }: Pick<Attestation, 'state'>): { word: string; color: string } {
  if (state === 'starting') return { word: 'Begins', color: 'blue' };
  if (state === 'failed') return { word: 'Failed', color: 'red' };
  return state === 'open' ? { word: 'Under way', color: 'teal' } : { word: 'Closed', color: 'gray' };
}

/** Whom a campaign asks until when, in a line. */
export function campaignInWords({
  models,
  owners,
  last_day: day,
  owners_waiting: waiting,
}: Attestation): string {
  const recipients = `${grouped(owners)} ${owners === 1 ? 'owner' : 'owners'}`;
  return `${modelWords(models)} · ${recipients}, of whom ${grouped(waiting)} did not answer about everything · Until ${formatDay(day)}`;
}

/** The state of an answer, in a word beside a dot. */
export function itemState({ answer, settled }: AttestationItem): { word: string; color: string } {
  if (settled === 'taken_over') return { word: 'Taken over', color: 'gray' };
  if (settled === 'noted') return { word: 'Dealt with', color: 'gray' };
  if (answer === null) return { word: ATTESTATION_STATES.waiting, color: 'yellow' };
  return { word: ATTESTATION_STATES[answer], color: answer === 'confirmed' ? 'teal' : 'orange' };
}

const WHY: Readonly<Record<LeftOut['why'], string>> = {
  nobody: 'no owner is named',
  unknown: 'no contact has this address',
  terminated: 'the contact is terminated',
  left: 'left the directory, or may no longer sign in',
  no_address: 'no mail can go to this address',
};

/** The owners who cannot be recipients, and why. */
export function leftOutInWords({ owner, name, why, things }: LeftOut): string {
  const who = owner === null ? 'Nobody' : name ? `${name} (${owner})` : owner;
  return `${who}: ${grouped(things)} ${things === 1 ? 'thing' : 'things'}, ${WHY[why]}`;
}

/** What a campaign would ask. */
export type BeginPreview = PreviewOf<typeof beginAttestation>['data'];

/** Days that were typed, such as "7, 1"; null for what is none. */
export function readDays(typed: string): number[] | null {
  const parts = typed.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.every((part) => /^\d{1,3}$/.test(part)) ? parts.map(Number) : null;
}
