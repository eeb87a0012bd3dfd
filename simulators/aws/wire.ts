export type Json = Record<string, unknown>;

/** A refusal as AWS words it. `status` is what protocols with paths answer; AWS JSON answers 400 to what it refuses. */
export class WireError extends Error {
  readonly code: string;
  readonly status: number;
  readonly extras: Json;

  constructor(code: string, message: string, status = 400, extras: Json = {}) {
    super(message);
    this.name = 'WireError';
    this.code = code;
    this.status = status;
    this.extras = extras;
  }
}

/** One call of an operation: what it was given, and the account whose key signed it. */
export interface Call {
  input: Json;
  /** The account of who calls. */
  account: string;
  /** Milliseconds. */
  now: number;
  /** Whether the work that the call begins never ends. */
  stuck: boolean;
}

/** Operations by name; what they answer is the body. */
export type Operations = Record<string, (call: Call) => Json>;

/** A text of the input. @throws {WireError} where it is missing or too long */
export function textOf(input: Json, name: string, max = 10_000): string {
  const value = input[name];
  if (typeof value !== 'string' || value === '' || value.length > max)
    throw new WireError(
      'InvalidInputException',
      `You specified an invalid value for ${name}: it must have 1 to ${max} characters.`,
    );
  return value;
}

/** The page that `NextToken` leads to. @throws {WireError} where the token is none of ours */
export function pageOf<T>(
  rows: readonly T[],
  input: Json,
  { most, token = 'NextToken', size = 'MaxResults' }: { most: number; token?: string; size?: string },
): { rows: T[]; next: Json } {
  const given = input[token];
  const from = given === undefined ? 0 : Number(Buffer.from(String(given), 'base64url').toString());
  if (!Number.isInteger(from) || from < 0)
    throw new WireError('InvalidInputException', `The ${token} is not valid.`);
  const wanted = Number(input[size] ?? most);
  const to = from + Math.min(wanted > 0 ? wanted : most, most);
  const next =
    to < rows.length
      ? { [token === 'PageToken' ? 'NextPageToken' : token]: Buffer.from(String(to)).toString('base64url') }
      : {};
  return { rows: rows.slice(from, to), next };
}
