/** Whether a pasted text is more than the value of one cell: what spreadsheets copy has tabs and line ends. */
export const isRange = (text: string): boolean => /[\t\n]/.test(text.trim());
