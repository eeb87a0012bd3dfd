import { memo, useContext, type ReactNode } from 'react';
import { IconChevronRight } from '@tabler/icons-react';
import { TonedText } from '#web/ui/toned-text.tsx';
import { LockedContext, ViewActions, type RowCalls } from './row-actions.tsx';
import { cutInMiddle, endsMatter } from './cut-in-middle.ts';
import type { GridChildren, GridColumn, GridEditing, GridProps, GridRow } from '../types.ts';
import { ROW_CLASS } from './row-class.ts';
import classes from './row.module.css';

/** Ids of the actions and of the box that chooses a row, in place of a column's id. */
export const ACTIONS = 'actions';
export const SELECT = 'select';

/** The props that all rows share; the same object while nothing of it changes. */
export interface RowShape<R extends GridRow> {
  columns: readonly GridColumn<R>[];
  actions?: GridProps<R>['actions'];
  editing?: Pick<GridEditing<R>, 'nameOf' | 'onEdit' | 'onCopy' | 'onDelete' | 'more'>;
  /** A click opens the row. */
  opens: boolean;
  /** How a row is called beside the box that chooses it; undefined where rows have none. */
  selects?: (row: R) => string;
  children?: GridChildren<R>;
}

interface ViewRowProps<R extends GridRow> {
  row: R;
  rowKey: string;
  shape: RowShape<R>;
  calls: RowCalls<R>;
  /** The place in the whole list for screen readers, headers included. */
  ariaRow: number;
  /** The column that the keyboard is at, where it is in this row. */
  active: string | null;
  fresh: boolean;
  chosen: boolean;
  /** The content of the row is shown below it. */
  opened: boolean;
}

function ViewRowPlain<R extends GridRow>(props: ViewRowProps<R>) {
  const { row, rowKey, shape, calls, ariaRow, active, fresh, chosen, opened } = props;
  const { columns, opens, editing, selects } = shape;
  const tabIndex = active === null ? -1 : 0;
  // The button that opens a row is in its first cell, and at its head.
  const head = (shape.children ? undefined : columns.find(({ heads }) => heads)) ?? columns[0];
  const actions = editing ? (
    <ViewActions row={row} editing={editing} tabIndex={tabIndex} calls={calls} />
  ) : (
    shape.actions?.(row, tabIndex)
  );
  return (
    <tr
      className={ROW_CLASS}
      aria-rowindex={ariaRow}
      aria-selected={selects ? chosen : undefined}
      data-row={rowKey}
      data-fresh={fresh || undefined}
      data-opens={opens || undefined}
    >
      {selects && (
        <td data-col={SELECT} data-select tabIndex={-1}>
          <SelectBox row={row} name={selects(row)} chosen={chosen} tabIndex={tabIndex} calls={calls} />
        </td>
      )}
      {columns.map((column, at) => (
        <ViewCell
          key={column.id}
          column={column}
          row={row}
          tabIndex={tabIndex}
          active={active === column.id}
          leads={at === 0}
          heads={column === head}
        >
          {at === 0 && shape.children && (
            <Opener row={row} opened={opened} of={shape.children} tabIndex={tabIndex} onPress={calls.open} />
          )}
        </ViewCell>
      ))}
      {actions && (
        <td data-col={ACTIONS} data-actions tabIndex={active === ACTIONS ? 0 : -1}>
          {actions}
        </td>
      )}
    </tr>
  );
}

interface SelectBoxProps<R extends GridRow> {
  row: R;
  name: string;
  chosen: boolean;
  tabIndex: 0 | -1;
  calls: RowCalls<R>;
}

/** The box that chooses a row. It rests while a row is edited, and keeps its place. */
function SelectBox<R extends GridRow>({ row, name, chosen, tabIndex, calls }: SelectBoxProps<R>) {
  const locked = useContext(LockedContext);
  return (
    <input
      type="checkbox"
      className={classes.box}
      tabIndex={tabIndex}
      aria-label={`Select ${name}`}
      disabled={locked}
      checked={chosen}
      onChange={({ nativeEvent }) =>
        calls.select(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}

interface ViewCellProps<R extends GridRow> {
  column: GridColumn<R>;
  row: R;
  /** Of what can be focused in the cell. */
  tabIndex: 0 | -1;
  active: boolean;
  /** It stays in sight at the side. */
  leads: boolean;
  /** It is first on a card. */
  heads: boolean;
  /** The element before the value. */
  children?: ReactNode;
}

function ViewCell<R extends GridRow>(props: ViewCellProps<R>) {
  const { column, row, tabIndex, active, leads, heads, children } = props;
  return (
    <td
      data-col={column.id}
      data-lead={leads || undefined}
      data-heads={heads || undefined}
      data-label={column.named ? column.header : undefined}
      data-align={column.align}
      data-blank={column.text(row) === '' || undefined}
      data-reason={column.tone?.(row)?.reason}
      data-opener={children ? true : undefined}
      tabIndex={active ? 0 : -1}
    >
      {children}
      <CellText column={column} row={row} shown={column.cell?.(row, tabIndex)} />
    </td>
  );
}

interface CellTextProps<R extends GridRow> {
  column: GridColumn<R>;
  row: R;
  /** The element in place of the text. */
  shown?: ReactNode;
}

/** The text of a cell, in the colour of its meaning. */
export function CellText<R extends GridRow>({ column, row, shown }: CellTextProps<R>) {
  const toned = column.tone?.(row) ?? null;
  const text = column.text(row);
  const isCut = endsMatter(text, column.heads === true);
  // A missing value has a meaning, too, and has to be seen then.
  const content = shown || text || (toned ? 'None' : '');
  return (
    // Another text is another element, which is measured anew.
    <span key={isCut ? text : undefined} ref={isCut ? cutInMiddle : undefined} className={classes.text}>
      {toned ? (
        <TonedText toned={toned} reason="heard">
          {content}
        </TonedText>
      ) : (
        content
      )}
    </span>
  );
}

/** A viewed row. It renders again only when its record, its place or the keyboard's place in it changes. */
export const ViewRow = memo(ViewRowPlain) as typeof ViewRowPlain;

interface OpenerProps<R extends GridRow> {
  row: R;
  opened: boolean;
  of: GridChildren<R>;
  tabIndex: 0 | -1;
  onPress: (row: R) => void;
}

/** The button that opens a row and closes it; nothing where nothing belongs to the row. */
function Opener<R extends GridRow>({ row, opened, of, tabIndex, onPress }: OpenerProps<R>) {
  if (of.of(row) === null) return <span className={classes.noOpener} />;
  return (
    <button
      type="button"
      className={classes.opener}
      data-action="open"
      tabIndex={tabIndex}
      aria-expanded={opened}
      aria-label={of.nameOf(row)}
      onClick={() => onPress(row)}
    >
      <IconChevronRight size={16} aria-hidden />
    </button>
  );
}
