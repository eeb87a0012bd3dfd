/**
 * Whether a pasted text is more than the value of one cell: what spreadsheets copy has tabs and line ends.
 * @param takesLines it is pasted where a value of several lines is written, whose line ends are its own
 */
export const isRange = (text: string, takesLines = false): boolean =>
  (takesLines ? /\t/ : /[\t\n]/).test(text.trim());
