import { useLocalStorage } from '@mantine/hooks';
import { useMemo, type ReactNode } from 'react';
import { ColumnChooser } from './column-chooser.tsx';
import type { GridColumn, GridRow } from './types.ts';

/** What a person chose otherwise than is usual. */
interface Choice {
  hidden: string[];
  added: string[];
}

const USUAL: Choice = { hidden: [], added: [] };

interface ColumnChoiceOptions<C> {
  /** Under this name the choice is kept in the browser: of one screen, for one person. */
  keptAs: string;
  columns: readonly C[];
  /** Columns that are not shown until they are chosen. Keep the array the same. */
  others?: readonly C[];
}

const NO_OTHERS: never[] = [];

/** The columns that a person wants to see, and the menu in which they are chosen. The first one always stays. */
export function useColumnChoice<R extends GridRow, C extends GridColumn<R>>({
  keptAs,
  columns,
  others = NO_OTHERS,
}: ColumnChoiceOptions<C>): { shown: readonly C[]; chooser: ReactNode } {
  const [choice, setChoice, forget] = useLocalStorage<Choice>({
    key: `skyledger.columns.${keptAs}`,
    defaultValue: USUAL,
    getInitialValueInEffect: false,
  });
  const first = columns[0]?.id;
  const isShown = useMemo(() => {
    const hidden = new Set(choice.hidden);
    const added = new Set([...columns.map(({ id }) => id), ...choice.added]);
    return (id: string) => id === first || (added.has(id) && !hidden.has(id));
  }, [choice, columns, first]);
  const all = useMemo(() => [...columns, ...others], [columns, others]);
  const shown = useMemo(() => all.filter(({ id }) => isShown(id)), [all, isShown]);

  const toggle = (id: string, show: boolean) =>
    setChoice(({ hidden, added }) => ({
      hidden: show ? hidden.filter((one) => one !== id) : [...hidden, id],
      added: show ? [...added.filter((one) => one !== id), id] : added.filter((one) => one !== id),
    }));
  const chooser = (
    <ColumnChooser
      entries={all.map(({ id, header }) => ({ id, header, shown: isShown(id), fixed: id === first }))}
      onToggle={toggle}
      onForget={forget}
    />
  );
  return { shown, chooser };
}
