import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { attestationCsv, type Attestation, type AttestationItem } from '#calls/attestation.ts';
import { ATTESTATION_STATES } from '#resources/attestation.ts';
import { saveFileOf } from '#web/data/call.ts';
import { ApiError } from '#web/data/client.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { useTypedSearch } from '#web/ui/use-typed-search.ts';
import { ITEMS_PAGE, itemsQuery, itemState, thingWord, type ItemsShown } from './attestations.ts';
import classes from './attestations.module.css';
import type { ItemAct } from './item-dialogs.tsx';

const ItemDialog = lateDialog(
  () => import('./item-dialogs.tsx'),
  ({ onClose }) => onClose(),
);

const CHOICES = [
  { value: 'All', label: 'All answers' },
  { value: 'to_review', label: 'To be dealt with' },
  ...Object.entries(ATTESTATION_STATES).map(([value, label]) => ({ value, label })),
];

/** What a campaign asks about, by answer and owner. */
export function ItemsPart({ campaign }: { campaign: Attestation }) {
  const id = String(campaign.id);
  const [shown, setShown] = useState<ItemsShown>({ answer: 'All', q: '', page: 1 });
  const load = useLoad(itemsQuery(id, shown));
  const [opened, setOpened] = useState<{ item: AttestationItem; act: ItemAct } | null>(null);
  const search = useTypedSearch({ value: shown.q, onSearch: (q) => setShown({ ...shown, q, page: 1 }) });
  const download = async () => {
    try {
      await saveFileOf(attestationCsv, { id, by_answer: shown.answer, q: shown.q });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noticeFailure({ title: 'The file could not be downloaded.', reason: error.message });
    }
  };
  return (
    <Card title="Questions">
      <div className={classes.filters} role="search" aria-label="Questions">
        <ChoiceSelect
          aria-label="Answer"
          choices={CHOICES}
          value={shown.answer ?? 'All'}
          onChange={(answer) => setShown({ ...shown, answer: answer as ItemsShown['answer'], page: 1 })}
          width={180}
        />
        <TextInput
          aria-label="Owner or thing"
          placeholder="Owner or thing"
          value={search.text}
          onChange={(event) => search.type(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void download()}
        >
          CSV
        </Button>
      </div>
      <Loaded load={load} failed="The answers could not be loaded" height={200}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <p className={classes.note}>Nothing matches.</p>
          ) : (
            <Entries
              label="Questions"
              what="answers"
              page={shown.page}
              pages={Math.ceil(meta.total / ITEMS_PAGE)}
              onPage={(page) => setShown({ ...shown, page })}
            >
              {data.map((item) => (
                <ItemEntry key={item.id} item={item} onAct={(act) => setOpened({ item, act })} />
              ))}
            </Entries>
          )
        }
      </Loaded>
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
