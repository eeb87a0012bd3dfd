/** What the form needs to know of a field. */
export interface FormField {
  label: string;
  /** False for what the browser may not keep through a reload, such as a secret. True by default. */
  kept?: boolean;
  /** Whether two values are the same to the reader, where comparing them as they are is not enough. */
  same?: (one: unknown, other: unknown) => boolean;
}
