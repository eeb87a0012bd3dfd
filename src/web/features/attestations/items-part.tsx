import { Anchor, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { attestationCsv, type Attestation, type AttestationItem } from '#calls/attestation.ts';
import { ATTESTATION_STATES } from '#resources/attestation.ts';
import { saveFileOf } from '#web/data/call.ts';
import { SaveButton } from '#web/generic/list/download-button.tsx';
import { SearchedList } from '#web/generic/list/searched-list.tsx';
import { useListState } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { itemsQuery, itemState, thingWord } from './attestations.ts';
import type { ItemAct } from './item-dialogs.tsx';

const ItemDialog = lateDialog(
  () => import('./item-dialogs.tsx'),
  ({ onClose }) => onClose(),
);

type Choice = 'to_review' | keyof typeof ATTESTATION_STATES;
const CHOICES: readonly { value: Choice; label: string }[] = [
  { value: 'to_review', label: 'To be dealt with' },
  ...(Object.keys(ATTESTATION_STATES) as (keyof typeof ATTESTATION_STATES)[]).map((value) => ({
    value,
    label: ATTESTATION_STATES[value],
  })),
];

const EMPTY = {
  none: { title: 'No question', text: 'The campaign asks about nothing.' },
  matches: { title: 'No question matches', text: 'Clear the filters to see all of them.' },
};

/** What a campaign asks about, by answer and owner. */
export function ItemsPart({ campaign }: { campaign: Attestation }) {
  const id = String(campaign.id);
  const [state, change] = useListState();
  const chosen = CHOICES.find(({ value }) => value === state.filters['answer'])?.value;
  const narrowed = { id, by_answer: chosen ?? 'All', q: state.q } as const;
  const load = useLoad(itemsQuery({ ...narrowed, page: state.page, per_page: state.perPage }));
  const [opened, setOpened] = useState<{ item: AttestationItem; act: ItemAct } | null>(null);
  return (
    <Card
      title="Questions"
      head={<SaveButton save={() => saveFileOf(attestationCsv, narrowed)} label="CSV" small />}
    >
      <SearchedList
        label="Questions"
        state={state}
        change={change}
        choices={[{ key: 'answer', label: 'Answer', choices: CHOICES, value: chosen ?? '' }]}
        load={load}
        failed="The answers could not be loaded"
        empty={EMPTY}
      >
        {({ data }, pages) => (
          <Entries label="Questions" what="answers" {...pages}>
            {data.map((item) => (
              <ItemEntry key={item.id} item={item} onAct={(act) => setOpened({ item, act })} />
            ))}
          </Entries>
        )}
      </SearchedList>
      <Suspense>
        {opened && <ItemDialog campaign={id} {...opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </Card>
  );
}

/** What an owner has answered, and what was done about it. */
function linesOf(item: AttestationItem): string[] {
  const { owner, owner_name: name, answer, to_person: to, reason, answered_at: at, answered_by: by } = item;
  const who = name ? `${name} (${owner})` : owner;
  const said =
    answer === 'handed_over'
      ? `Hands it over to ${to}`
      : answer === 'given_up'
        ? `Gives it up: ${reason}`
        : null;
  const when = at === null ? null : `Answered ${formatMoment(at)}${by === owner ? '' : ` by ${by}`}`;
  return [
    `${thingWord(item.model)} · ${who}`,
    ...(said ? [said] : []),
    ...(when ? [when] : []),
    ...(item.note === null ? [] : [`${item.note} (${item.settled_by})`]),
  ];
}

/** The acts that an answer offers. */
function actsOf({ answer, settled }: AttestationItem): ItemAct[] {
  if (answer === null) return ['confirm'];
  if (settled !== null || answer === 'confirmed') return [];
  return answer === 'handed_over' ? ['take_over', 'settle'] : ['settle'];
}

const ACT_WORDS: Readonly<Record<ItemAct, string>> = {
  take_over: 'Take over',
  settle: 'Note as dealt with',
  confirm: 'Confirm for owner',
};

interface ItemEntryProps {
  item: AttestationItem;
  onAct: (act: ItemAct) => void;
}

function ItemEntry({ item, onAct }: ItemEntryProps) {
  const { model, record_id: record, title } = item;
  return (
    <Entry title={title} level={3} details={linesOf(item)} state={itemState(item)}>
      <Group gap="xs" mt="xs">
        {actsOf(item).map((act) => (
          <Button
            key={act}
            size="xs"
            variant="default"
            aria-label={`${ACT_WORDS[act]}: ${title}`}
            onClick={() => onAct(act)}
          >
            {ACT_WORDS[act]}
          </Button>
        ))}
        <Anchor
          component={Link}
          to="/auth/$action/$model/$modelId"
          params={{ action: 'view', model, modelId: String(record) } as never}
          size="sm"
          aria-label={`See the record: ${title}`}
        >
          See the record
        </Anchor>
      </Group>
    </Entry>
  );
}
