import type { ComponentType } from 'react';
import type { Field } from '#kernel/fields/kinds.ts';

/** The props of the input of a filter, wherever a screen shows it. */
export interface FilterInputProps {
  field: Field;
  /** Its name to screen readers, such as 'Expired At' or 'Search Expired At'. */
  label: string;
  /** The only words to choose from, where the declaration names them. */
  choices?: readonly string[];
  /** The word of `by_<key>`; empty for no filter. */
  value: string;
  /** Called once what is typed can be read; an empty word removes the filter. */
  onChange: (value: string) => void;
}

/** The props of a filter in words. */
export interface FilterWordsProps {
  field: Field;
  /** Never empty. */
  value: string;
}

/** One way of narrowing a list by a property: the input without frame and visible name, and what it says when it is set. */
export interface FilterWay {
  Input: ComponentType<FilterInputProps>;
  Words: ComponentType<FilterWordsProps>;
  /** The room that it needs beside other filters: to type, to type two ends, or to choose a word. */
  room: 'typed' | 'long' | 'chosen';
}

/** A filter that says in words what `words` answers. */
export const inWords = (words: (value: string, field: Field) => string): FilterWay['Words'] =>
  function Words({ value, field }) {
    return words(value, field);
  };
