import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A simulator that listens. */
export interface Serving {
  /** Without a slash at the end. */
  url: string;
  close: () => Promise<void>;
}

/** Serves a simulator on a free port of this machine. @throws where it cannot listen */
export async function serve(answer: RequestListener): Promise<Serving> {
  const server = createServer(answer);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(0, '127.0.0.1', resolve);
  await promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
