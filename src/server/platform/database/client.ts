import pg from 'pg';

type Answered = (error: Error | null, result: unknown) => void;
type Query = (statement: unknown, values: unknown, answered?: Answered) => unknown;

/**
 * The driver's client with promises of our own. The driver's keep each result, with all its rows, from what is cleaned up
 * as young: lists that were long answered had the whole memory searched through every second. The driver answers
 * callbacks without that.
 */
export class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as Query;
    const query: Query = (statement, values, answered) => {
      if (answered || typeof values === 'function' || isSubmitted(statement))
        return send(statement, values, answered);
      return new Promise((resolve, reject) => {
        send(statement, values, (error, result) => (error ? reject(error) : resolve(result)));
      }).catch((error: Error) => {
        // As the driver does: the trace shows the caller in place of the socket that answered.
        Error.captureStackTrace(error);
        throw error;
      });
    };
    this.query = query as typeof this.query;
  }
}

/** Whether it is a query of its own kind, such as a COPY, which is answered by itself. */
const isSubmitted = (statement: unknown): boolean =>
  typeof statement === 'object' && statement !== null && 'submit' in statement;
