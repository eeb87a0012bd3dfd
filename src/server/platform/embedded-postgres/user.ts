import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../base/start-error.ts';

/** How a PostgreSQL program is started: `command` before its own arguments, and the options for `spawn`. */
export interface Launch {
  command: (program: string, args: string[]) => [string, string[]];
  identity: { uid?: number; gid?: number };
  /** Gives a file or folder to the user that PostgreSQL runs as. */
  give: (target: string) => void;
}

interface User {
  uid: number;
  gid: number;
  name: string;
}

const asOneself: Launch = { command: (program, args) => [program, args], identity: {}, give: () => {} };

/**
 * PostgreSQL refuses to run as root. An ordinary user runs it as itself; root runs it as the owner of an
 * existing cluster, else as `postgres`, else as a system user `skyledger`, which is created when missing, else
 * as `nobody`.
 * @param cluster folder of the cluster, present or not
 * @param programs paths that this user must be able to reach
 * @throws {StartError} when root has no such user, or that user cannot reach the folders.
 */
export function launchAs(cluster: string, programs: string[]): Launch {
  if (process.getuid?.() !== 0) return asOneself;
  const user =
    clusterOwner(cluster) ??
    findUser('postgres') ??
    findUser('skyledger') ??
    createUser() ??
    findUser('nobody');
  if (!user) {
    throw new StartError(
      'PostgreSQL does not run as root, and no other user was found. Start Skyledger as an ordinary user, or set DATABASE_URL.',
    );
  }
  const { uid, gid } = user;
  const give = (target: string) => chownSync(target, uid, gid);
  const hidden = [...programs, path.dirname(cluster)].find((target) => !reachable(target, user));
  if (!hidden) return { command: (program, args) => [program, args], identity: { uid, gid }, give };

  // Below a folder such as /root, which only root may enter, the user keeps the one right to pass it.
  const prefix = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    // Otherwise access(2), by which PostgreSQL looks for its own programs, would not count the right.
    '--securebits=+no_setuid_fixup',
    '--bounding-set=-all,+dac_override',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ];
  if (spawnSync('setpriv', [...prefix, 'true']).status !== 0) {
    throw new StartError(
      `PostgreSQL does not run as root, and the user ${user.name} cannot reach ${hidden}. Start Skyledger as an ordinary user, move it out of the closed folder, or set DATABASE_URL.`,
    );
  }
  return { command: (program, args) => ['setpriv', [...prefix, program, ...args]], identity: {}, give };
}

/** Whether every folder above `target`, and `target` itself, lets this user pass. */
export function reachable(target: string, user: { uid: number; gid: number }): boolean {
  for (let current = path.resolve(target); ; current = path.dirname(current)) {
    const stat = statSync(current, { throwIfNoEntry: false });
    if (stat) {
      const shift = stat.uid === user.uid ? 6 : stat.gid === user.gid ? 3 : 0;
      if (((stat.mode >> shift) & 1) === 0) return false;
    }
    if (current === path.dirname(current)) return true;
  }
}

function clusterOwner(cluster: string): User | null {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (!owner || owner.uid === 0) return null;
  return { uid: owner.uid, gid: owner.gid, name: String(owner.uid) };
}

function findUser(name: string): User | null {
  const uid = idOf('-u', name);
  const gid = idOf('-g', name);
  return uid === null || gid === null ? null : { uid, gid, name };
}

function idOf(option: '-u' | '-g', name: string): number | null {
  const { status, stdout } = spawnSync('id', [option, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : null;
}

function createUser(): User | null {
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'skyledger',
  ]);
  return findUser('skyledger');
}
