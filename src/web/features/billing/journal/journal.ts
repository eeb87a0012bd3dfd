/** Postings that can be saved as journal entries. */
export interface JournalSource {
  /** Below /api. */
  path: string;
  /** The values in the address beside the head of the documents. */
  query: Readonly<Record<string, string>>;
  /** The posting date where none is given, in words. */
  usualDate: string;
}
