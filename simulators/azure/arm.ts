/** An answer of Azure Resource Manager: a status, a body where there is one, and headers. */
export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A call as the operations get it: what its path names, its query, and its body. */
export interface Call {
  /** The parts of the path that the operation's pattern captures, decoded. */
  named: readonly string[];
  query: URLSearchParams;
  body: Record<string, unknown>;
  /** The address of the simulator, without a slash at the end. */
  base: string;
  /** Whether the work that the call begins never ends. */
  stuck: boolean;
}

/** One operation, by the name that ARM's descriptions have for it, such as `Alias_Create`. */
export interface Operation {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: RegExp;
  /** Whether it changes something although it is a POST, which only reads by default. */
  changes?: true;
  /** The answer in its place when an earlier call of its kind did it already. */
  conflict?: { code: string; message: string };
  run: (call: Call) => Answer;
}

/** An error as ARM has them: `{ error: { code, message } }`. */
export class ArmError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'ArmError';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  get answer(): Answer {
    return {
      status: this.status,
      body: { error: { code: this.code, message: this.message } },
      headers: this.headers,
    };
  }
}

/** The error of two changes at once. */
export const busy = {
  code: 'Conflict',
  message: 'Another operation is in progress on the resource. Please retry later.',
};

export const ok = (body: unknown): Answer => ({ status: 200, body });

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of an object that is an object; empty where it is none. */
export const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** The texts of an object: what is no text is left out. */
export const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(objectOf(value)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

/**
 * A page of a list, with the address of the next one in `nextLink`.
 * @param size how many a page has at most
 */
export function page(all: readonly unknown[], size: number, path: string, { query, base }: Call): Answer {
  const from = Number(query.get('$skiptoken') ?? 0);
  const to = from + Math.min(Number(query.get('$top') ?? size) || size, size);
  if (to >= all.length) return ok({ value: all.slice(from) });
  const next = new URLSearchParams(query);
  next.set('$skiptoken', String(to));
  return ok({ value: all.slice(from, to), nextLink: `${base}${path}?${next.toString()}` });
}
