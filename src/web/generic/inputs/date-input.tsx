import { ActionIcon, Loader, Popover, TextInput } from '@mantine/core';
import { IconCalendar, IconX } from '@tabler/icons-react';
import { Suspense, useId, useRef, useState, type KeyboardEvent } from 'react';
import { late } from '#web/ui/pages/late.tsx';
import { parseIsoDay } from '#kernel/dates.ts';
import type { DateField } from '#kernel/fields/date.ts';
import { readTypedDay, spokenDay } from './days.ts';
import { inputBasics, textOf, type InputProps } from './input-props.ts';

/** The calendar comes when it is first opened: most people type, and lists need none. */
const Calendar = late(() => import('./calendar.tsx'));

/** A day as forms (`March 29, 2026`) and grids (`03-29-2026`) show it. */
function shownDay(day: string, look: InputProps['look']): string {
  if (look === 'form') return spokenDay(day);
  return `${day.slice(5, 7)}-${day.slice(8, 10)}-${day.slice(0, 4)}`;
}

/**
 * A calendar day, typed or picked. The value is `YYYY-MM-DD` and never passes through a time zone; what is
 * no day stays on the screen as it was typed, with its error, and is refused when the record is saved.
 */
export function DateInput(props: InputProps<DateField>) {
  const { field, look, locked } = props;
  const disabled = props.disabled || locked;
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const calendarId = useId();
  const { text, day, shown, error, type, take, leave } = useTypedDay(props);
  const pick = (next: string | null) => {
    take(next);
    setOpen(false);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && event.altKey && !disabled) setOpen(true);
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    event.stopPropagation();
  };

  // The column of a table has room for the day and one button; there it is emptied as any text is.
  const canClear = look === 'form' && field.nullable && text !== '' && !disabled;
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      trapFocus={false}
      withRoles={false}
      withinPortal
      shadow="md"
    >
      <Popover.Target>
        <TextInput
          {...inputBasics({ ...props, error })}
          ref={input}
          role="combobox"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={open ? calendarId : undefined}
          placeholder={look === 'form' ? 'March 29, 2026' : 'MM-DD-YYYY'}
          value={shown}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={onKeyDown}
          rightSectionWidth={look === 'cell' ? 22 : canClear ? 58 : 34}
          // A day is read whole in the column of a table.
          styles={look === 'cell' ? { input: { paddingInlineStart: 6 } } : undefined}
          rightSection={
            <DateButtons
              label={field.label}
              iconSize={look === 'form' ? 16 : 14}
              opened={open}
              disabled={disabled}
              onOpen={() => setOpen(!open)}
              onClear={canClear ? () => pick(null) : undefined}
            />
          }
        />
      </Popover.Target>
      <Popover.Dropdown
        id={calendarId}
        onKeyDown={onKeyDown}
        role="dialog"
        aria-label={`Calendar for ${field.label}`}
      >
        <Suspense fallback={<Loader size="sm" />}>
          <Calendar day={day} onPick={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The day of the input, and what was typed until one leaves it. */
function useTypedDay({ value, onChange, look, error }: InputProps<DateField>) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = textOf(value);
  const day = parseIsoDay(text);
  const unreadable = text !== '' && day === null && typed === null;
  return {
    text,
    day,
    shown: typed ?? (day ? shownDay(day, look) : text),
    error: unreadable ? `'${text}' is no date. Write it as ${shownDay('2026-03-29', look)}.` : error,
    type: (next: string) => {
      setTyped(next);
      onChange(next.trim() === '' ? null : (readTypedDay(next) ?? next));
    },
    take: (next: string | null) => {
      setTyped(null);
      onChange(next);
    },
    leave: () => setTyped(null),
  };
}

interface DateButtonsProps {
  label: string;
  /** Pixels. */
  iconSize: number;
  opened: boolean;
  disabled: boolean | undefined;
  onOpen: () => void;
  /** Undefined where there is nothing to clear. */
  onClear: (() => void) | undefined;
}

/** The buttons in the field. The calendar opens with Alt+Down as well, so Tab goes from field to field and past them. */
function DateButtons({ label, iconSize, opened, disabled, onOpen, onClear }: DateButtonsProps) {
  const look = { variant: 'subtle', color: 'gray', size: 'sm', tabIndex: -1 };
  return (
    <>
      {onClear && (
        <ActionIcon {...look} aria-label={`Clear ${label}`} onClick={onClear}>
          <IconX size={iconSize} />
        </ActionIcon>
      )}
      <ActionIcon
        {...look}
        disabled={disabled}
        aria-label={`Calendar for ${label}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={onOpen}
      >
        <IconCalendar size={iconSize} />
      </ActionIcon>
    </>
  );
}
