import { LONGEST_GROUP } from '#calls/security-groups.ts';
import { Refusal, type FieldError } from '#kernel/errors.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { text } from '#kernel/fields/text.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import { readUserList } from '#kernel/directory/user-list.ts';

/** Longer than any body. */
const LONGEST_LIST = 100_000_000;

const fields = {
  securityGroupName: text('Security Group', { max: LONGEST_GROUP }),
  users: longText('Users', { max: LONGEST_LIST }),
};

/** The valid values of a body, and all errors that show without the directory. */
export interface ChangeRequest {
  /** Null where none is named. */
  group: string | null;
  /** Each once, in their order. */
  users: string[];
  errors: FieldError[];
}

/** Reads the fields of a body, whatever is wrong with them. */
export function readRequest({ dry_run: dryRun = false, ...given }: Values): ChangeRequest {
  const errors: FieldError[] = [];
  const values: Values = {};
  const known = Object.entries(fields);
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(fields, name)));
  const parts = [
    [{}, others] as const,
    ...known.map(([name, field]) => [{ [name]: field }, ownOf(given, name)] as const),
  ];
  for (const [some, own] of parts)
    try {
      Object.assign(values, checkInput({ fields: some }, own, 'create'));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors.push(...error.errors);
    }
  if (typeof dryRun !== 'boolean')
    errors.push({ field: 'dry_run', message: 'dry_run must be true or false.' });
  const { securityGroupName: group = null, users } = values;
  const list = typeof users === 'string' ? readUserList(users, 'users') : { users: [], errors: [] };
  return {
    group: typeof group === 'string' ? group : null,
    users: list.users,
    errors: [...errors, ...list.errors],
  };
}

const ownOf = (given: Values, name: string): Values =>
  Object.hasOwn(given, name) ? { [name]: given[name] } : {};
