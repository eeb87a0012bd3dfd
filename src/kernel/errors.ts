/** One wrong field of an input: `field` is its name in the payload, `message` a sentence for the person. */
export interface FieldError {
  field: string;
  message: string;
}

export interface RefusalExtras {
  errors?: FieldError[];
  /** Further members of the answer's body, such as `conflict` of a stale edit. */
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/**
 * A request that is refused: the HTTP status and a sentence that says what is wrong and what to do.
 * The server answers it as `{ error, errors, request_id, ...details }`; it is never a 500.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: FieldError[];
  readonly details: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, sentence: string, extras: RefusalExtras = {}) {
    super(sentence);
    this.name = 'Refusal';
    this.status = status;
    this.errors = extras.errors ?? [];
    this.details = extras.details ?? {};
    this.headers = extras.headers ?? {};
  }
}

/** 422: every wrong field at once. The sentence is made of the messages, each of which ends where another follows. */
export function invalid(errors: FieldError[]): Refusal {
  const messages = errors.map(({ message }, at) =>
    at < errors.length - 1 && !/[.!?]$/.test(message) ? `${message}.` : message,
  );
  return new Refusal(422, messages.join(' '), { errors });
}

/** The result of `read`; null where it refuses, which is then one of the errors. */
export function collecting<T>(errors: FieldError[], read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    errors.push(...error.errors);
    return null;
  }
}

/** 400: the request itself cannot be understood. */
export const malformed = (sentence: string) => new Refusal(400, sentence);
/** 404: `what` is the thing's name, such as 'Cost Center 7'. */
export const notFound = (what: string) => new Refusal(404, `${what} was not found.`);
/** 409: duplicate, in use, or changed meanwhile. */
export const conflict = (sentence: string, extras?: RefusalExtras) => new Refusal(409, sentence, extras);
