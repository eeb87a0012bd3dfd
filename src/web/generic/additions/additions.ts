import type { ComponentType, ReactNode } from 'react';
import type { Field } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import type { Rights } from '#kernel/rights.ts';
import type { Toned } from '#kernel/tones.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { GridChildren } from '#web/grid/types.ts';
import type { Person } from '#web/data/session-store.ts';
import type { Outcome, OutcomeLink } from '#web/ui/outcome.tsx';
import type { Selection } from '../bulk/selection-calls.ts';
import type { Intents } from '../editing/intents.ts';
import type { UploadDeclaration } from '../upload/upload.ts';
import type { Saving } from './saving-switch.tsx';

/** The additions of one model to its list, editable table and record, beside what all models have. */
export interface Additions {
  /** Buttons above the list and the editable table. */
  toolbar?: readonly Action<ToolbarAbout>[];
  /** The actions on one record: in the menu of its row, and on its own screen. */
  row?: readonly Action<RowAbout>[];
  /** The actions on the records that are selected in its list. */
  selected?: readonly Action<SelectedAbout>[];
  /** How columns differ that follow from the declaration, by column. */
  cells?: Readonly<Record<string, CellAddition>>;
  /** Columns that the declaration does not have. */
  columns?: readonly AddedColumn[];
  /** The content below the row of a record once it is opened. */
  children?: GridChildren<RecordRow>;
}

/** The context of a button above a list. */
export interface ToolbarAbout {
  /** The filters that are set, `<key>` of `by_<key>` → value. */
  filters: Readonly<Record<string, string>>;
}

/** The context of an action on a record. */
export interface RowAbout {
  row: RecordRow;
}

/** The context of an action on the selected records. */
export interface SelectedAbout {
  selection: Selection;
  /** It is done: they are selected no longer. */
  onDone: () => void;
}

/** Something that a person can do: at once, after a dialog, in a dialog of its own, with a file, or elsewhere. */
export type Action<About> = {
  label: string;
  icon?: ReactNode;
  /** The needed right; to change the model by default, null for everyone who sees the records. */
  right?: keyof Rights | null;
  /** Of how many selected records it can be done at once. */
  most?: number;
  /** Whether it is offered; always by default. */
  offered?: (about: About) => boolean;
} & (
  | { dialog: ActionDialog<About> }
  | { run: (about: About, calls: Calls) => Promise<Done>; failed: string }
  | { opens: ComponentType<{ about: About; onClose: () => void }> }
  | { upload: UploadDeclaration }
  | { to: (about: About) => Pick<OutcomeLink, 'to' | 'search'> }
);

/** A dialog that collects values, or only a confirmation, and does something with them. */
export interface ActionDialog<About> {
  title: string;
  /** The text above the fields. */
  text?: (about: About) => ReactNode;
  /** The values that the person enters; without any, the dialog only confirms. */
  fields?: Readonly<Record<string, Field>>;
  /** Values to begin with, where they are not the fields' own defaults. */
  start?: (about: About, person: Person | null) => Values;
  /** Says what is wrong otherwise than the fields do; `found` is what they say, by field. */
  problems?: (found: Record<string, string>, values: Values) => Record<string, string>;
  /** The button that does it; `Confirm` by default. */
  submit?: string;
  /** The way out; `Cancel` by default, which what cancels something cannot have beside it. */
  leave?: string;
  /** It cannot be taken back. */
  danger?: boolean;
  /** The sentence when it fails. */
  failed: string;
  run: (about: About & { values: Values }, calls: Calls) => Promise<Done>;
}

/** How far something is: words, and a share from 0 to 1 where it is known. */
export interface Progress {
  label: string;
  share?: number;
}

/** The helpers of an action that runs. */
export interface Calls {
  /** Sends something once, however often the person has to try. */
  once: Intents['once'];
  report: (progress: Progress) => void;
}

/** The notice once it is done. */
export interface Done {
  /** Null: nothing, because the result says it. */
  notice: string | Outcome | null;
  /** Offered for a while beside the notice, which is then a plain sentence. */
  undo?: { send: () => Promise<unknown>; done: string; failed: string };
  /** Shown in the dialog in place of its fields, until the person closes it. */
  result?: ReactNode;
}

/** The changes to a column. */
export interface CellAddition extends ShownCell {
  /** For a field that holds true or false: a switch that saves at once, as `saving` makes it. */
  saves?: Saving;
}

interface ShownCell {
  /** Shown in place of the text. Give `tabIndex` to what can be focused in it. */
  cell?: (row: RecordRow, tabIndex: 0 | -1) => ReactNode;
  /** The meaning of the value; null where nothing in particular. */
  tone?: (row: RecordRow) => Toned | null;
  width?: number;
  /** Pixels that it needs beside its text, where it is that in a frame: then the column is as wide as its texts. */
  beside?: number;
  /** Where what is shown stands, when it is not what the field is: names stand at the left, though a number counts them. */
  align?: 'left' | 'right';
}

/** A further column. */
export interface AddedColumn extends ShownCell {
  /** Where rows have a property of this name, the column sorts by it. */
  id: string;
  header: string;
  width: number;
  text: (row: RecordRow) => string;
  /** The column before it; the last one by default. */
  after?: string;
}
