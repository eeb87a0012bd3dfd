import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { unknownProperty, type MentionField } from '#kernel/fields/mention.ts';
import { listQuery } from '#web/data/queries.ts';
import { inputBasics, textOf, type InputProps } from '../input-props.ts';
import { keepKeysInside } from '../keys.ts';
import { NotOffered, RemarkNote } from '../remark-note.tsx';
import { lookUpShortly, meantShortly } from './short-name.ts';
import { unknownName } from './unknown-name.ts';

const TYPING_PAUSE_MS = 200;
/** How many names are offered at once; the rest is found by typing. */
const OFFERED = 50;

const folded = (name: string) => name.trim().toLowerCase();
const isSame = (one: string, other: string) => folded(one) === folded(other);

/** The name of a record: those that are known are offered, any other is taken as well and remarked. */
export function MentionInput(props: InputProps<MentionField>) {
  const { field, name, value, onChange, onPending, row } = props;
  const queries = useQueryClient();
  const typed = textOf(value);
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  const [settled] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const [open, setOpen] = useState(false);
  const isUnchanged = row !== null && row !== undefined && textOf(row[name]) === typed;
  // The search looks into short names as well.
  const query = {
    [field.short === undefined ? `by_${field.by}` : 'q']: settled.trim() || undefined,
    page: 1,
    per_page: OFFERED,
    sort: field.by,
  };
  const { data, error, isPlaceholderData } = useQuery({
    ...listQuery(field.target, query),
    // A name that the record itself has needs no question.
    enabled: open || (settled.trim() !== '' && !isUnchanged),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const names = (data?.data ?? []).map((record) => textOf(record[field.by]));
  const isAnswered = data !== undefined && !isPlaceholderData && settled === typed;
  const meant = isAnswered ? meantShortly(field, data.data, typed) : null;
  const seesAll = (data?.meta.total ?? 0) <= names.length;
  const isUnknown = isUnchanged
    ? row[unknownProperty(name)] === true
    : isAnswered &&
      meant === null &&
      seesAll &&
      typed.trim() !== '' &&
      !names.some((one) => isSame(one, typed));
  const leave = () => {
    if (isUnchanged) return;
    const work = lookUpShortly(queries, field.target, field, typed).then((whole) => {
      // Something else was typed meanwhile.
      if (whole !== null && latest.current === typed) onChange(whole);
    });
    onPending?.(work);
  };
  const remark = isUnknown ? (
    <RemarkNote remarked={{ sentence: unknownName(field.label) }} />
  ) : (
    error && <NotOffered names="Names" error={error} />
  );
  return (
    <Autocomplete
      {...inputBasics({ ...props, remark: props.remark || remark })}
      data={[...new Set(names)]}
      // The server has searched already.
      filter={({ options }) => options}
      // A dialog that begins here would have its answers below them.
      openOnFocus={false}
      value={typed}
      onChange={onChange}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onBlur={leave}
      onKeyDown={keepKeysInside}
      spellCheck={false}
    />
  );
}
