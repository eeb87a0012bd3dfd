import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayOfInstant, parseInstant } from '#kernel/dates.ts';
import type { InstantField } from '#kernel/fields/instant.ts';
import { formatTime } from '#web/ui/moments.ts';
import { readTypedDay, spokenDay } from './days.ts';
import { inputBasics, textOf, type InputProps } from './input-props.ts';

/** A moment as forms (`March 29, 2026 14:05`) and grids (`03-29-2026 14:05`) show it, in the reader's time zone. */
export function shownMoment(instant: string, look: InputProps['look']): string {
  const at = new Date(instant);
  const day = dayOfInstant(at, 'local');
  const written = `${day.slice(5, 7)}-${day.slice(8, 10)}-${day.slice(0, 4)}`;
  return `${look === 'form' ? spokenDay(day) : written} ${formatTime(at)}`;
}

/**
 * Reads a moment as a person types it: a day as `readTypedDay` reads it, and the time of day in the reader's time
 * zone. Answers ISO 8601 in UTC, or null where it is no moment.
 */
export function readTypedMoment(text: string): string | null {
  const [, written = '', hours = '', minutes = ''] = /^(.+?),? +(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  const day = readTypedDay(written);
  if (!day || Number(hours) > 23 || Number(minutes) > 59) return null;
  const at = new Date(`${day}T${hours.padStart(2, '0')}:${minutes}:00`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** A moment, typed. What is none stays on the screen as it was typed, and is refused when the record is saved. */
export function InstantInput(props: InputProps<InstantField>) {
  const { value, onChange, look } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = textOf(value);
  const moment = parseInstant(text);
  const sample = look === 'form' ? 'March 29, 2026 14:05' : '03-29-2026 14:05';
  const unreadable = text !== '' && moment === null && typed === null;
  const type = (next: string) => {
    setTyped(next);
    onChange(next.trim() === '' ? null : (readTypedMoment(next) ?? next));
  };
  return (
    <TextInput
      {...inputBasics({
        ...props,
        error: unreadable ? `'${text}' is no moment. Write it as ${sample}.` : props.error,
      })}
      placeholder={look === 'form' ? sample : 'MM-DD-YYYY HH:mm'}
      value={typed ?? (moment ? shownMoment(moment, look) : text)}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
    />
  );
}
