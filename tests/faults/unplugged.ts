import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

const PORT = '5432';

/** Passes connections on to a socket; a process of its own, so that it can be in a network of its own. */
const FORWARD = `
  import net from 'node:net';
  const [port, socket] = process.argv.slice(1);
  net.createServer((near) => {
    const far = net.connect(socket);
    for (const [from, to] of [[near, far], [far, near]]) from.pipe(to).on('error', () => to.destroy());
  }).listen(Number(port), '0.0.0.0', () => console.log('ready'));
`;

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}

/**
 * Makes a PostgreSQL with a socket look as if it were on another machine. Only root on Linux can.
 * @returns its address there, and how to pull the plug: from then on nothing comes from it any more, not even the end
 *   of its connections
 */
export async function reachOverNetwork(
  connectionString: string,
): Promise<{ connectionString: string; unplug: () => void }> {
  const address = new URL(connectionString);
  const socket = `${address.searchParams.get('host')}/.s.PGSQL.${address.port || PORT}`;
  // Names of interfaces are short, and processes may run side by side.
  const id = process.pid % 65_536;
  const [space, near, far] = [`skyledger${id}`, `sl${id}a`, `sl${id}b`];
  const network = `10.213.${id >> 8}.${id & 0xfc}`.split('.');
  const at = (offset: number) => [...network.slice(0, 3), Number(network[3]) + offset].join('.');

  ip('netns', 'add', space);
  onTestFinished(() => ip('netns', 'del', space));
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', space);
  ip('address', 'add', `${at(1)}/30`, 'dev', near);
  ip('link', 'set', near, 'up');
  ip('-n', space, 'address', 'add', `${at(2)}/30`, 'dev', far);
  ip('-n', space, 'link', 'set', far, 'up');
  const inside = [
    'netns',
    'exec',
    space,
    process.execPath,
    '--input-type=module',
    '-e',
    FORWARD,
    PORT,
    socket,
  ];
  const child = spawn('ip', inside, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');

  address.hostname = at(2);
  address.port = PORT;
  address.searchParams.delete('host');
  return { connectionString: address.toString(), unplug: () => ip('-n', space, 'link', 'set', far, 'down') };
}
