import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A port that leads to one server after the other, as the address of a managed database or of a load balancer does. */
export interface MovingAddress {
  port: number;
  /** Leads to this socket from now on; connections to the server before end, as a load balancer ends them. */
  leadTo: (socketPath: string) => void;
  close: () => Promise<void>;
}

/** @param socketPath of the server that it leads to at first */
export async function startMovingAddress(socketPath: string): Promise<MovingAddress> {
  const open = new Set<Socket>();
  let current = socketPath;
  const server = createServer((near) => {
    const far = connect(current);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (next) => {
      current = next;
      endAll();
    },
    close: async () => {
      server.close();
      endAll();
      await once(server, 'close');
    },
  };
}
