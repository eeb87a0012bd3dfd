/** The address of the comparison of two permission sets. */
const COMPARE = '/auth/active-directory/permission-sets/compare';

/** The comparison of a permission set with another, or with one that is yet to be chosen. */
export const compareAddress = (a: number, b?: number): { to: string; search: Record<string, string> } => ({
  to: COMPARE,
  search: { a: String(a), ...(b !== undefined && { b: String(b) }) },
});
