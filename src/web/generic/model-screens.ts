import type { ComponentType, ReactNode } from 'react';
import type { Additions } from './additions/additions.ts';
import type { CrudRules } from './crud/crud-rules.ts';
import type { ImportTexts } from './csv-import/import-texts.ts';
import type { FormCustom } from './form/form-custom.ts';
import type { ListState, ListStateChange } from './list-state.ts';
import type { RecordScreen, Screen, ScreenProps } from './screen.ts';

/** A screen for each action; all of them follow from the declaration. */
export interface Screens {
  /** The list. */
  view: Screen;
  /** The editable table. */
  crud: Screen;
  create: Screen;
  /** The single record. */
  record: RecordScreen;
  edit: RecordScreen;
}

/** How the forms of a model differ. */
export interface ModelForms {
  /** The differences may depend on the search of the address, such as a value to begin with. */
  create?: FormCustom | ((search: Readonly<Record<string, unknown>>) => FormCustom);
  edit?: FormCustom;
}

/** The state of a list for the component beside its heading. */
export interface BesideProps extends ScreenProps {
  /** The state of the list: what the address says, within what the list is about. */
  state: ListState;
  change: ListStateChange;
}

/** How the screens of one model differ from those that follow from its declaration; what is absent is generic. */
export interface ModelScreens {
  /** The additions to list, table and record beside what all models have. */
  additions?: Additions;
  /** The sentences of its import, where they are its own. */
  imports?: Partial<ImportTexts>;
  /** Further buttons of the list, for everyone who sees it. */
  Reports?: Screen;
  /** Beside the heading of the list, on screens of any width: what has to be known of all of it, and switches. */
  beside?: {
    View: ComponentType<BesideProps>;
    /** It is below the rows, where the heading has no room for it beside the buttons. */
    below?: true;
    /** A filter of its own, the first in the bar. */
    Filter?: ComponentType<BesideProps>;
    /** Filters that it has switches for, by their keys; they have no chips. Keep the array the same. */
    switches?: readonly string[];
  };
  /** The button that leads to the form for a new record, where it is called otherwise than the model. */
  add?: { label: string; icon?: ReactNode };
  /** The text of an empty list where no record is added with a form of the model, and the ways to add one. */
  nothingYet?: { words: string; Ways: ComponentType };
  /** A new record is added in a dialog on the list, not with a form on a screen of its own. */
  addsInDialog?: boolean;
  /** The list is the editable table, in which the name of a record leads to it. */
  listIsTable?: boolean;
  /** Of a list that is the editable table: records are added with the form, to which a button leads. */
  addsWithForm?: boolean;
  /** Each row of the list has a link to its form, beside its menu. */
  editLinks?: boolean;
  /** Below what every record shows: what only this model's have. */
  Below?: RecordScreen;
  table?: CrudRules;
  /** Where they bring code of their own, it comes with the form and not with the list. */
  forms?: ModelForms | (() => Promise<{ default: ModelForms }>);
  /** Screens that are altogether its own; each loads its code when it is shown. */
  own?: Partial<Screens>;
}

/** The differences of a model for the generic screens. */
export interface Differing {
  own?: ModelScreens;
  forms?: ModelForms;
}
