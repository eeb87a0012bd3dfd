import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { findMentionable } from '#calls/comments.ts';
import type { Author } from '#kernel/history.ts';
import { queryOf } from '#web/data/call.ts';
import { useFormField, useFormStatus } from '../editing/use-form-state.ts';
import { TEXT, type CommentFormState } from './comment-form-state.ts';
import { mentionAt, withMention, type MentionAt } from './mention-at.ts';
import { MentionList } from './mention-list.tsx';

const TYPING_PAUSE_MS = 150;
const NOBODY: readonly Author[] = [];

interface CommentInputProps {
  formState: CommentFormState;
  label: string;
  onSend: () => void;
  /** It was opened to be typed into. */
  takesFocus?: boolean;
}

/** The text of a comment: an @ offers members, Ctrl+Enter sends it. */
export function CommentInput({ formState, label, onSend, takesFocus = false }: CommentInputProps) {
  const { value, error } = useFormField(formState, TEXT);
  const { locked } = useFormStatus(formState);
  const typed = String(value ?? '');
  const input = useRef<HTMLTextAreaElement>(null);
  const mention = useMention(typed, input, (next) => formState.set(TEXT, next));
  useEffect(() => {
    if (!takesFocus) return;
    input.current?.focus();
    input.current?.setSelectionRange(input.current.value.length, input.current.value.length);
  }, [takesFocus]);
  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mention.pressed(event)) return;
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSend();
  };
  return (
    <Combobox store={mention.combobox} position="bottom-start" withinPortal shadow="md">
      <Combobox.DropdownTarget>
        <Textarea
          ref={input}
          label={label}
          description="Markdown. @ mentions a member, who gets a mail. Ctrl Enter sends it."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data-field={TEXT}
          autoComplete="off"
          autosize
          minRows={2}
          maxRows={16}
          readOnly={locked}
          error={error}
          value={typed}
          aria-autocomplete="list"
          {...mention.props}
          onChange={(event) => {
            formState.set(TEXT, event.currentTarget.value);
            mention.look(event.currentTarget);
          }}
          onSelect={(event) => mention.look(event.currentTarget)}
          onBlur={mention.close}
          onKeyDown={pressed}
        />
      </Combobox.DropdownTarget>
      {mention.shown}
    </Combobox>
  );
}

/** Whether a person's name or address has all words of a text. */
function isCalled({ name, email }: Author, sought: string): boolean {
  const called = `${name ?? ''} ${email}`.toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => called.includes(word));
}

/** Members who are offered at the caret while a mention of one is typed. */
function useMention(
  typed: string,
  input: { current: HTMLTextAreaElement | null },
  onText: (text: string) => void,
) {
  const combobox = useCombobox();
  const id = useId();
  const [found, setFound] = useState<MentionAt | null>(null);
  const [current, setCurrent] = useState(0);
  const [sought] = useDebouncedValue(found?.sought ?? '', TYPING_PAUSE_MS);
  const { data = NOBODY, isPlaceholderData } = useQuery({
    ...queryOf(findMentionable, { q: sought }),
    enabled: found !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const isOutdated = isPlaceholderData || sought !== found?.sought;
  // Enter takes the first: of an earlier search only those stay who fit what is typed by now.
  const fitting = isOutdated ? data.filter((person) => isCalled(person, found?.sought ?? '')) : data;
  const people = found === null ? NOBODY : fitting;
  const isOpen = people.length > 0;
  const at = Math.min(current, people.length - 1);
  const { openDropdown, closeDropdown } = combobox;
  useEffect(() => (isOpen ? openDropdown() : closeDropdown()), [isOpen, openDropdown, closeDropdown]);
  const close = () => setFound(null);
  const look = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const next = selectionStart === selectionEnd ? mentionAt(value, selectionStart) : null;
    if (next?.from === found?.from && next?.sought === found?.sought) return;
    setFound(next);
    setCurrent(0);
  };
  const choose = (email: string) => {
    const area = input.current;
    if (!area || !found) return;
    const next = withMention(typed, found.from + 1 + found.sought.length, found, email);
    onText(next.text);
    close();
    // Once the text is there the caret stands behind the mention.
    requestAnimationFrame(() => area.setSelectionRange(next.caret, next.caret));
  };
  const idOf = (number: number) => `${id}-${number}`;
  return {
    combobox,
    close,
    look,
    /** Answers whether the key was meant for the list. */
    pressed: (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
      const person = people[at];
      if (!isOpen || !person || event.ctrlKey || event.metaKey) return false;
      const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (steps !== undefined) setCurrent((at + steps + people.length) % people.length);
      else if (event.key === 'Enter' || event.key === 'Tab') choose(person.email);
      else if (event.key === 'Escape') close();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    props: {
      'aria-controls': isOpen ? `${id}-list` : undefined,
      'aria-activedescendant': isOpen ? idOf(at) : undefined,
    },
    shown: isOpen && (
      <MentionList
        combobox={combobox}
        people={people}
        current={at}
        onChoose={choose}
        listId={`${id}-list`}
        idOf={idOf}
      />
    ),
  };
}
