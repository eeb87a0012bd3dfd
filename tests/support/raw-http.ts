import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';

export interface RawAnswer {
  status: number;
  text: string;
  headers: NodeJS.Dict<string | string[]>;
}

/** A request whose address and body go out as they are: `fetch` would tidy up the address. */
export function rawRequest(
  url: string,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders = {},
  body?: string | Buffer,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, headers: { ...headers, ...length }, agent: false };
    const request = httpRequest(options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          text: Buffer.concat(parts).toString('utf8'),
          headers: answer.headers,
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}
