import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dayOfInstant } from '#kernel/dates.ts';
import type { RefField } from '#kernel/fields/ref.ts';
import { NONE_ID } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import { validityBeside } from '#kernel/validity.ts';
import { ApiError } from '#web/data/client.ts';
import { listQuery, recordQuery } from '#web/data/queries.ts';
import { textOf } from '../input-props.ts';

/** How many targets are offered at once; the rest is found by typing. */
const OFFERED = 50;

export interface RefOption {
  id: number;
  /** The field by which people recognise the record, such as its email. */
  main: string;
  /** The fields that distinguish records of the same name, such as country and GL type; may be empty. */
  rest: string;
  /** What it is called shortly, such as GAM; may be empty. */
  short: string;
  /** When it is valid, where that is not when it would be used: said while one chooses, and no part of what it is called. */
  remark?: string;
}

const NONE_OPTION: RefOption = { id: NONE_ID, main: 'None', rest: '', short: '' };
const OTHER_OPTION: RefOption = { id: NONE_ID, main: 'Other', rest: 'none of the list', short: '' };

/** The choice of no record, which is Other where what it is called is typed beside it. */
export const noneOption = ({ otherwise }: RefField): RefOption =>
  otherwise === undefined ? NONE_OPTION : OTHER_OPTION;

/** The words by which that choice is found. */
export const noneWords = (field: RefField): readonly string[] =>
  [...new Set([NONE_OPTION, noneOption(field)])].map(({ main }) => main.toLowerCase());

/** Whether a text is the short name of an option. */
export const isCalledShortly = ({ short }: Pick<RefOption, 'short'>, text: string): boolean =>
  short !== '' && short.toLowerCase() === text.trim().toLowerCase();

/** How an option reads when it is chosen. */
export const optionLabel = ({ main, rest }: RefOption): string => (rest ? `${main} · ${rest}` : main);

/** A record of the target as a choice: the shown value, then what else the reference brings. */
export function optionOf(field: RefField, record: Values & { id: number }): RefOption {
  const others = (field.embed?.shown ?? field.embed?.fields ?? []).filter(
    (name) => name !== 'id' && name !== field.show,
  );
  return {
    id: record.id,
    main: textOf(record[field.show]),
    rest: others
      .map((name) => textOf(record[name]))
      .filter(Boolean)
      .join(' · '),
    short: field.short === undefined ? '' : textOf(record[field.short]),
    remark: validityOf(field, record),
  };
}

/** When a choice is valid that is not valid where it would be used; empty for all others. */
function validityOf({ validOn }: RefField, record: Values): string {
  const from = textOf(record['active_at']);
  if (validOn === undefined || from === '') return '';
  const validity = { active_at: from, expired_at: textOf(record['expired_at']) || null };
  const days = validOn === 'today' ? [dayOfInstant(new Date(), 'local')] : validOn;
  const beside = days.map((day) => validityBeside(validity, day)).find((one) => one !== null);
  return beside === undefined ? '' : `only valid ${beside}`;
}

/** The choice that a row names already, which need not be fetched. */
function optionInRow(field: RefField, name: string, id: number, row?: Values | null): RefOption | null {
  if (!row || row[name] !== id) return null;
  const embedded = field.embed && row[field.embed.as];
  // The shown value is in the row, and may be none of what the reference brings besides.
  if (embedded && typeof embedded === 'object')
    return optionOf(field, { [field.show]: row[field.as], ...embedded, id });
  const shown = textOf(row[field.as]);
  return shown ? { id, main: shown, rest: '', short: '' } : null;
}

/**
 * The choices of a reference while its list is open: the first targets that match `search`, in the order
 * of what is shown; what is called just so shortly comes before them. `total` counts all that match.
 */
export function useRefOptions(field: RefField, search: string, open: boolean) {
  const query = { q: search.trim(), page: 1, per_page: OFFERED, sort: field.show };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...listQuery(field.target, query),
    enabled: open,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const found = (data?.data ?? []).map((record) => optionOf(field, record));
  const isMeant = (option: RefOption) => isCalledShortly(option, search);
  return {
    options: [...found.filter(isMeant), ...found.filter((option) => !isMeant(option))],
    total: data?.meta.total ?? 0,
    loaded: data !== undefined,
    error: data ? null : error,
    isFetching,
    /** They are what an earlier search found. */
    outdated: isPlaceholderData,
    refetch,
  };
}

interface Chosen {
  /** The choice as it reads; null for none, and until it is known. */
  option: RefOption | null;
  /** There is no such record. */
  gone: boolean;
}

/** The chosen record: its name from the row where that has one, else fetched by its id. */
export function useChosen(field: RefField, name: string, value: unknown, row?: Values | null): Chosen {
  const id = typeof value === 'number' ? value : null;
  const known = id === null ? null : optionInRow(field, name, id, row);
  const { data, error } = useQuery({
    ...recordQuery(field.target, id ?? 0),
    enabled: id !== null && id !== NONE_ID && !known,
    staleTime: 60_000,
    retry: false,
  });
  if (id === null || id === NONE_ID)
    return { option: field.none === 'never' ? null : noneOption(field), gone: false };
  if (known) return { option: known, gone: false };
  if (data) return { option: optionOf(field, data), gone: false };
  if (!error) return { option: null, gone: false };
  const gone = error instanceof ApiError && error.status === 404;
  const main = gone ? `No. ${id} (no longer there)` : `No. ${id}`;
  return { option: { id, main, rest: '', short: '' }, gone };
}
