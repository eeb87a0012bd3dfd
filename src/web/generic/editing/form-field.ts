/** The facts about a field that the form needs. */
export interface FormField {
  label: string;
  /** False for what the browser may not keep through a reload, such as a secret. True by default. */
  kept?: boolean;
  /** Whether two values are the same to the reader, where comparing them as they are is not enough. */
  same?: (one: unknown, other: unknown) => boolean;
}
