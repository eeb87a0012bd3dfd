/**
 * The meaning of a provider's failure for the caller.
 * - `refused`: the provider does not want this, however often it is called.
 * - `ambiguous`: it may have been done all the same (a lost answer, a 409 after a time-out): look before the next call.
 * - `busy`: called too often, or too soon after something was made; to be called again after `retryAfterSeconds`.
 * - `away`: the provider fails or cannot be reached, and did nothing; to be called again later.
 */
export type FailureKind = 'refused' | 'ambiguous' | 'busy' | 'away';

interface FailureExtras {
  /** The HTTP status that was answered. */
  status?: number | null | undefined;
  /** The provider's own word for it, such as `EMAIL_ALREADY_EXISTS`. */
  code?: string | undefined;
  retryAfterSeconds?: number | undefined;
  /** Whether the call never left this machine, or never arrived. */
  unreached?: boolean;
  cause?: unknown;
}

/** A failure of a provider as people read it: what did not work, and what to do. */
export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  /** The HTTP status that was answered; null where there was no answer, or none by HTTP. */
  readonly status: number | null;
  readonly code: string | null;
  readonly retryAfterSeconds: number | null;
  /** Whether the call never left this machine, or never arrived: what other calls would report as well. */
  readonly unreached: boolean;

  constructor(
    kind: FailureKind,
    sentence: string,
    { status, code, retryAfterSeconds, unreached = false, cause }: FailureExtras = {},
  ) {
    super(sentence, { cause });
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.status = status ?? null;
    this.code = code ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
    this.unreached = unreached;
  }
}

/** How a provider is reached. */
export interface Reached {
  /** Whether it is the portal's own simulator. */
  simulated: boolean;
  /** Where it is, as people know it: the organization, the tenant, the organization of Google; or 'Simulator'. */
  place: string;
}
