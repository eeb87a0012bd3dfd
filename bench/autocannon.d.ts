/** What the bench uses of autocannon, which brings no types. */
declare module 'autocannon' {
  export interface Request {
    method?: 'GET' | 'POST' | 'PUT';
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** Called before each request; what it answers is sent. */
    setupRequest?: (request: Request) => Request;
  }

  export interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers?: Record<string, string>;
    requests: Request[];
  }

  export interface Result {
    /** Seconds. */
    duration: number;
    errors: number;
    timeouts: number;
    non2xx: number;
    requests: { total: number; average: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    '2xx': number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
