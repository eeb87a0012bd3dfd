import type { Resource } from '#kernel/resource.ts';

/** The sentences of an import. */
export interface ImportTexts {
  /** The kind of file that it takes. */
  hint: string;
  /** The text after it where records that exist are not to be changed. */
  createsOnly: string;
  /** A file changes records that exist only where a person asks for it; else it does so where nothing else is wrong with it. */
  changesOnRequest?: true;
  /** It takes no workbook. */
  csvOnly?: true;
  done: string;
  failed: string;
  failedFallback: string;
  unreadable: string;
  missing: string;
}

/** The sentences of a model's import, of which `own` are its own. */
export const importTexts = ({ label, noun }: Resource, own: Partial<ImportTexts> = {}): ImportTexts => ({
  hint: `Choose a ${own.csvOnly ? 'single-page CSV' : 'CSV or an XLSX workbook'} with the same headers as the file of ${noun[1]} that is downloaded; of others you choose what they stand for.`,
  createsOnly: `Only creation of new ${noun[1]} is supported.`,
  done: `${sentenceCase(noun[1], label[1])} imported successfully!`,
  failed: 'Import Failed',
  failedFallback: 'An error occurred while importing. Please check your file and try again.',
  unreadable: 'CSV Parsing Failed',
  missing: 'Please select a file first.',
  ...own,
});

/** A noun as a sentence begins with it: written as within one, but for its first letter, which is that of the label. */
const sentenceCase = (noun: string, label: string) => `${label.slice(0, 1)}${noun.slice(1)}`;
