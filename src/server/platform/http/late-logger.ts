import type { FastifyBaseLogger } from 'fastify';

type Line = Parameters<FastifyBaseLogger['info']>;
type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];

/**
 * A logger that makes its child of another one when the first line is written. A request has a logger of its own
 * for what may go wrong in it, and most requests never write to it; making one costs as much as a short query.
 */
export class LateLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: Options;
  #own: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get #logger(): FastifyBaseLogger {
    return (this.#own ??= this.#parent.child(this.#bindings, this.#options));
  }

  get level(): string {
    return this.#logger.level;
  }

  set level(level: string) {
    this.#logger.level = level;
  }

  fatal(...line: Line): void {
    this.#logger.fatal(...line);
  }

  error(...line: Line): void {
    this.#logger.error(...line);
  }

  warn(...line: Line): void {
    this.#logger.warn(...line);
  }

  info(...line: Line): void {
    this.#logger.info(...line);
  }

  debug(...line: Line): void {
    this.#logger.debug(...line);
  }

  trace(...line: Line): void {
    this.#logger.trace(...line);
  }

  silent(...line: Line): void {
    this.#logger.silent(...line);
  }

  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#logger.child(bindings, options);
  }
}
