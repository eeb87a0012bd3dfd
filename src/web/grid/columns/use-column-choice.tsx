import { useLocalStorage } from '@mantine/hooks';
import { useMemo, type ReactNode } from 'react';
import { ColumnChooser } from './column-chooser.tsx';
import { forgetKept } from '../forget-kept.ts';
import type { GridColumn, GridRow } from '../types.ts';

/** The choices of a person that differ from the usual ones. */
interface Choice {
  hidden: string[];
  added: string[];
  /** All columns in their order, once somebody has moved one. */
  order?: string[];
}

const USUAL: Choice = { hidden: [], added: [] };

interface ColumnChoiceOptions<C> {
  /** Under this name the choice is kept in the browser: of one screen, for one person. */
  keptAs: string;
  columns: readonly C[];
  /** Columns that are not shown until they are chosen. Keep the array the same. */
  others?: readonly C[];
  /** Those that are shown in place of the usual ones, in their order. Keep the array the same. */
  saved?: readonly string[] | null;
}

const NO_OTHERS: never[] = [];

/** The columns that are shown, and the menu in which they are chosen. */
export interface ColumnChoice<C> {
  shown: readonly C[];
  chooser: ReactNode;
  /** Nothing was chosen otherwise than it was to begin with. */
  isUsual: boolean;
}

/** The columns that a person wants to see, and the menu in which they are chosen. The first one always stays. */
export function useColumnChoice<R extends GridRow, C extends GridColumn<R>>({
  keptAs,
  columns,
  others = NO_OTHERS,
  saved = null,
}: ColumnChoiceOptions<C>): ColumnChoice<C> {
  const [choice, setChoice, forget] = useLocalStorage<Choice>({
    key: placeOfChoice(keptAs),
    defaultValue: USUAL,
    getInitialValueInEffect: false,
  });
  const first = columns[0]?.id;
  const isShown = useMemo(() => {
    const hidden = new Set(choice.hidden);
    const added = new Set([...(saved ?? columns.map(({ id }) => id)), ...choice.added]);
    return (id: string) => id === first || (added.has(id) && !hidden.has(id));
  }, [choice, columns, first, saved]);
  const all = useMemo(
    () => inOrder([...columns, ...others], choice.order ?? saved),
    [columns, others, choice.order, saved],
  );
  const shown = useMemo(() => all.filter(({ id }) => isShown(id)), [all, isShown]);

  const toggle = (id: string, show: boolean) =>
    setChoice(({ hidden, added, ...rest }) => ({
      ...rest,
      hidden: show ? hidden.filter((one) => one !== id) : [...hidden, id],
      added: show ? [...added.filter((one) => one !== id), id] : added.filter((one) => one !== id),
    }));
  const move = (id: string, by: -1 | 1) =>
    setChoice((now) => ({ ...now, order: moved(all, isShown, id, by) }));
  const chooser = (
    <ColumnChooser
      entries={all.map(({ id, header }) => ({ id, header, shown: isShown(id), fixed: id === first }))}
      onToggle={toggle}
      onMove={move}
      onForget={forget}
    />
  );
  const isUsual = choice.hidden.length === 0 && choice.added.length === 0 && choice.order === undefined;
  return { shown, chooser, isUsual };
}

/** Where the browser keeps which columns are shown. */
const placeOfChoice = (keptAs: string) => `skyledger.columns.${keptAs}`;

/** Gives up what was chosen under a name. */
export const forgetColumns = (keptAs: string): void => forgetKept(placeOfChoice(keptAs));

/** The first one stays first; columns that the order does not name follow those that it names. */
function inOrder<C extends { id: string }>(
  columns: readonly C[],
  order: readonly string[] | null,
): readonly C[] {
  if (!order) return columns;
  const [first, ...rest] = columns;
  const place = new Map(order.map((id, at) => [id, at]));
  const at = ({ id }: C) => place.get(id) ?? order.length;
  return first ? [first, ...rest.toSorted((a, b) => at(a) - at(b))] : columns;
}

/** The order in which a column has changed places with the next one that is shown; the first one keeps its place. */
function moved(
  columns: readonly { id: string }[],
  isShown: (id: string) => boolean,
  id: string,
  by: -1 | 1,
): string[] {
  const ids = columns.map((column) => column.id);
  const at = ids.indexOf(id);
  let to = at + by;
  while (to > 0 && to < ids.length && !isShown(ids[to] ?? '')) to += by;
  if (at < 1 || to < 1 || to >= ids.length) return ids;
  ids.splice(at, 1);
  ids.splice(to, 0, id);
  return ids;
}
