import { getDefaultZIndex, Input, Loader, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { LONGEST_SEARCH } from '#kernel/search.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { KeysShown } from '#web/ui/shortcuts/keys-shown.tsx';
import { stepOf } from '#web/ui/shortcuts/keys.ts';
import { PALETTE_KEYS } from '../frame/shortcuts.ts';
import type { FrameDialogs } from './commands.ts';
import classes from './palette.module.css';
import { optionGroups, type Option } from './options.tsx';
import { Results } from './results.tsx';
import { usePalette } from './use-palette.ts';

interface PaletteProps extends FrameDialogs {
  opened: boolean;
  typed: string;
  onType: (typed: string) => void;
  /** The input has the focus. */
  onReady: () => void;
  onClose: () => void;
}

/** Goes to any screen and to any record by a few letters, and does what can be done, with the keyboard alone. */
export default function Palette({ opened, onClose, ...search }: PaletteProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Search' } }}
      classNames={{ content: classes.content }}
      radius="lg"
      size={640}
      padding={0}
      yOffset="min(80px, 10dvh)"
      zIndex={getDefaultZIndex('max')}
      overlayProps={{ backgroundOpacity: 0.45 }}
    >
      <Search onClose={onClose} {...search} />
    </Dialog>
  );
}

function Search({ typed, onType, onReady, onClose, ...dialogs }: Omit<PaletteProps, 'opened'>) {
  const navigate = useNavigate();
  const listId = useId();
  const found = usePalette(typed, dialogs);
  const groups = optionGroups(found, (to, search) => void navigate({ to, search }));
  const options = groups.filter(({ stale }) => !stale).flatMap((group) => group.options);
  const [selected, setSelected] = useState(0);
  /** The person pressed Enter before the answer was here: the best hit opens as soon as it is. */
  const eager = useRef(false);
  const [before, setBefore] = useState(typed);
  if (before !== typed) {
    setBefore(typed);
    setSelected(0);
  }
  const at = Math.min(selected, options.length - 1);
  const current = options[at];
  const idOf = (option: Option) => `${listId}-${option.key}`;

  const choose = (option: Option) => {
    onClose();
    option.run();
  };
  useEffect(() => {
    if (!eager.current || found.pending) return;
    eager.current = false;
    if (current) choose(current);
  });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    eager.current = false;
    const next = moved(event.key, at, options.length - 1);
    const isEnter = event.key === 'Enter';
    const isClose = stepOf(event.nativeEvent) === PALETTE_KEYS;
    if (next === undefined && !isEnter && !isClose) return;
    event.preventDefault();
    if (next !== undefined) setSelected(next);
    else if (isClose) onClose();
    else if (current) choose(current);
    else eager.current = found.pending;
  };

  return (
    <>
      <Input
        size="lg"
        classNames={{ input: classes.input }}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        placeholder="Search screens and records"
        aria-label="Search screens and records"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={current && idOf(current)}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_SEARCH}
        leftSection={found.pending ? <Loader size={18} aria-hidden /> : <IconSearch size={20} aria-hidden />}
        onFocus={onReady}
        onKeyDown={onKeyDown}
      />
      <Results
        listId={listId}
        found={found}
        groups={groups}
        current={current}
        idOf={idOf}
        onChoose={choose}
      />
      <Footer />
      <VisuallyHidden role="status">{summary(found.pending, options.length, found.text)}</VisuallyHidden>
    </>
  );
}

/** The option that a key leads to from the one at `at`; undefined for keys that lead nowhere. */
function moved(key: string, at: number, last: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: at >= last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    PageDown: Math.min(at + 5, last),
    PageUp: Math.max(at - 5, 0),
  };
  return moves[key];
}

/** The keys of the palette, for who looks; they are no news to a screen reader. */
function Footer() {
  return (
    <div className={classes.footer} aria-hidden>
      <span>
        <KeysShown keys="updown" /> to move
      </span>
      <span>
        <KeysShown keys="enter" /> to open
      </span>
      <span>
        <KeysShown keys="esc" /> to close
      </span>
    </div>
  );
}

function summary(pending: boolean, count: number, text: string): string {
  if (pending) return 'Searching…';
  if (text === '') return '';
  return count === 1 ? '1 result' : `${count} results`;
}
