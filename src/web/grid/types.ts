import type { ComponentType, ReactNode } from 'react';
import type { Toned } from '#kernel/tones.ts';

/** A row can be anything: the grid knows it by the key that `rowKey` gives it. */
export type GridRow = object;

/** The props of the input above a column. */
export interface ColumnSearchProps {
  label: string;
  /** Empty for no search. */
  value: string;
  onChange: (value: string) => void;
}

/** The input above a column that narrows the rows. `key` is the name under which the search is reported. */
export interface ColumnSearch {
  key: string;
  /** Keep it the same between renders. */
  Input: ComponentType<ColumnSearchProps>;
}

/** One column. Keep the array of columns the same between renders: it decides which rows render again. */
export interface GridColumn<R extends GridRow> {
  id: string;
  header: string;
  /** Width in pixels until a person drags it. */
  width: number;
  /** It takes room that is to spare: a name, an address. */
  grows?: boolean;
  /** It gives room away before the table scrolls. */
  shrinks?: boolean;
  align: 'left' | 'right';
  /** On a narrow screen, where no heading is above it, the value needs its name. */
  named?: boolean;
  /** It names the row, and heads its card on a narrow screen. Where no column does, the first one heads it. */
  heads?: boolean;
  /** It names the row beside the one that heads it, and gives room away late. */
  names?: boolean;
  /** The text of the cell; empty for no value. */
  text: (row: R) => string;
  /** Shown in place of the text, such as a link. Give `tabIndex` to what can be focused in it. */
  cell?: (row: R, tabIndex: 0 | -1) => ReactNode;
  /** The cell is another thing than its text, so the column is as wide as is said, whatever the texts. */
  ofOwn?: boolean;
  /** Pixels that the cell needs beside its text, such as those of a badge around it. */
  beside?: number;
  /** The meaning of the value, which colours it and is shown on hover and focus; null where nothing in particular. */
  tone?: (row: R) => Toned | null;
  /** True by default. */
  sortable?: boolean;
  search?: ColumnSearch;
}

/** Pages that the server makes. Without it all rows are given and only those in sight are mounted. */
export interface GridPaging {
  /** From 1. */
  page: number;
  perPage: number;
  sizes: readonly number[];
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
}

/** The actions on rows, and the one row that is being edited. Keep the functions the same. */
export interface GridEditing<R extends GridRow> {
  /** The key of the row in editing; null while all are viewed. */
  editedKey: string | null;
  /** A row elsewhere is being edited, so that none here may be. */
  locked: boolean;
  /** A request of the edited row is on its way. */
  saving: boolean;
  /** Whether leaving the edited row loses something, so that it is confirmed first. */
  changed: () => boolean;
  /** The input of a column in the edited row; null where the column cannot be edited. */
  editor: (columnId: string, row: R) => ReactNode | null;
  /** How a person recognises the row, for the names of its buttons. */
  nameOf: (row: R) => string;
  /** Absent: not offered. */
  onEdit?: (row: R) => void;
  onCopy?: (row: R) => void;
  onDelete?: (row: R) => void;
  /** Further actions on a viewed row, beside these buttons. */
  more?: (row: R, tabIndex: 0 | -1) => ReactNode;
  onSave: () => void;
  onCancel: () => void;
}

/** Moves the focus to a row's button; a new object each time moves it again. */
export interface GridFocus {
  rowKey: string;
  action: 'edit' | 'delete' | 'copy';
}

/** Rows that are chosen by their boxes. Keep the functions the same. */
export interface GridSelection<R extends GridRow> {
  keys: ReadonlySet<string>;
  /** Chooses rows, or gives them up. */
  onSelect: (rows: readonly R[], chosen: boolean) => void;
  /** How a person recognises the row, for the name of its box. */
  nameOf: (row: R) => string;
}

/** Rows that open and show what belongs to them. Keep the functions the same. */
export interface GridChildren<R extends GridRow> {
  /** The content below an opened row; null for a row that has nothing below it. */
  of: (row: R) => ReactNode | null;
  /** Its name, for the name of the button: 'Accounts of Member 7'. */
  nameOf: (row: R) => string;
}

/** Rows that come as one scrolls: the table has its full height, and rows that have not come are undefined. */
export interface GridScroll {
  /** Reports which rows are in sight, by their index, to have them fetched; the last one is in it. */
  onRange: (first: number, last: number) => void;
  /** Why the row at an index could not be loaded; null where nothing failed. */
  failureAt: (index: number) => string | null;
  /** Fetches again what failed there. */
  onRetry: (index: number) => void;
  /** Where the rows were scrolled to, in pixels, when this view was left. */
  startAt: number;
  /** Reports where they are scrolled to. */
  onScrolled: (top: number) => void;
}

export interface GridProps<R extends GridRow> {
  /** The content of the table, for screen readers: 'Cost Centers'. */
  label: string;
  /** The same within a sentence: 'cost centers'. */
  things: string;
  /** Under this name a person's column widths are kept; tables that share it share the widths. */
  widthsKey: string;
  /** The widths that columns begin with, in pixels, until a person drags one. Keep the object the same. */
  startWidths?: Record<string, number>;
  columns: readonly GridColumn<R>[];
  /** Sorted and searched already. Undefined, with `scroll` alone, is a row that has not come yet. */
  rows: readonly (R | undefined)[];
  /** The key that distinguishes a row from all others. Keep the function the same. */
  rowKey: (row: R) => string;
  /** How many rows there are on all pages. */
  total: number;
  /** How many of the rows are those of the page, where further ones stand beside them: one just added, or one in editing. */
  listed?: number;
  /** There are more rows than were counted. */
  isLeast?: boolean;
  /** `loading`: there is nothing to show yet. `refreshing`: the rows shown are being fetched again. */
  status: 'loading' | 'refreshing' | 'ready' | 'failed';
  /** The sentence of a failed load. */
  failure?: string;
  onRetry?: () => void;
  /** Column ids, with a `-` before each for descending and commas between: the first decides. */
  sort?: string | null;
  onSort?: (sort: string | null) => void;
  search?: Readonly<Record<string, string>>;
  onSearch?: (key: string, value: string) => void;
  onClearSearch?: () => void;
  paging?: GridPaging;
  /** Rows come as one scrolls, in place of pages. */
  scroll?: GridScroll;
  selection?: GridSelection<R>;
  rowChildren?: GridChildren<R>;
  /** The texts below a column, one a line; such as sums of all rows on all pages. */
  totals?: Readonly<Record<string, readonly string[]>>;
  /** The actions on the table as a whole, beside the count: the choice of columns. */
  tools?: ReactNode;
  /** The element below the rows while it is there: the actions on those that are chosen. */
  below?: ReactNode;
  editing?: GridEditing<R>;
  /** The elements beside the upper pages: filters, or a button. */
  bar?: ReactNode;
  /** A row is opened: by a click that selects no text, or with Enter. */
  onOpenRow?: (row: R) => void;
  /** Buttons of a row in place of Edit, Copy and Delete. */
  actions?: (row: R, tabIndex: 0 | -1) => ReactNode;
  /** Width of the actions' column in pixels. */
  actionsWidth?: number;
  /** Rows that are new here and are highlighted for a moment. */
  freshKeys?: ReadonlySet<string>;
  focus?: GridFocus | null;
  /** A table without its own counts, states and pages, such as the one with the row to add. */
  bare?: boolean;
}
