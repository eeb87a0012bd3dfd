import { malformed, Refusal, type FieldError } from '#kernel/errors.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { text } from '#kernel/fields/text.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import { readUserList } from '#kernel/directory/user-list.ts';
import { object, type JsonSchema } from '#server/platform/http/describe.ts';

const WRAPPER = 'spinco_sg';
/** Longer than any body. */
const LONGEST_LIST = 100_000_000;

const fields = {
  securityGroupName: text('Security Group', { max: 256 }),
  users: longText('Users', { max: LONGEST_LIST }),
};

/** What a body asks for, as far as it is right by itself, and all that is wrong with it. */
export interface Asked {
  /** Null where none is named. */
  group: string | null;
  /** Each once, in their order. */
  users: string[];
  errors: FieldError[];
  /** Only what would be is asked for. */
  dryRun: boolean;
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws {Refusal} 400 for what is no object */
export function readAsked(body: unknown): Asked {
  const { dry_run: dryRun = false, ...given } = unwrapped(body);
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
    dryRun: dryRun === true,
  };
}

const ownOf = (given: Values, name: string): Values =>
  Object.hasOwn(given, name) ? { [name]: given[name] } : {};

/** The fields of a body, bare or wrapped; `dry_run` stands with them or beside them. */
function unwrapped(body: unknown): Values {
  if (!isObject(body)) throw malformed('The body must be a JSON object.');
  const { [WRAPPER]: inner, dry_run: beside, ...others } = body;
  if (inner === undefined || Object.keys(others).length > 0) return body;
  if (!isObject(inner)) throw malformed(`${WRAPPER} must be a JSON object with securityGroupName and users.`);
  return beside === undefined ? inner : { dry_run: beside, ...inner };
}

/** What the published OpenAPI says of the body. */
export function askedSchema(): JsonSchema {
  const asked = object(
    {
      securityGroupName: {
        type: 'string',
        minLength: 1,
        maxLength: 256,
        description: 'The name of the group.',
      },
      users: {
        type: 'string',
        minLength: 1,
        description: 'Addresses or user principal names, separated by semicolons; 10,000 at most.',
      },
      dry_run: {
        type: 'boolean',
        description: 'true: nothing is changed; whom it would be about is answered.',
      },
    },
    ['dry_run'],
  );
  return { anyOf: [asked, object({ [WRAPPER]: asked })] };
}
