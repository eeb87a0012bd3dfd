/** Installs what the tests use from Debian's packages, where that needs no question. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

const policy = '/usr/sbin/policy-rc.d';

/** Whether this is Debian or a system made of it. */
export const isDebian = () => existsSync('/etc/debian_version');

/** Whether packages can be installed without asking anybody. */
export const mayInstall = () => isDebian() && process.getuid?.() === 0;

/** The command with which a person installs these packages. */
export const commandFor = (packages) =>
  `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`;

/**
 * Installs packages for their programs: services that come with them are not started. What fails is printed.
 * @param {string[]} packages
 * @param {number} tries package mirrors drop connections now and then, so what cannot be done without has more than one
 */
export function install(packages, tries) {
  const quiet = ['-qq', '-o', 'Acquire::Retries=3'];
  const add = [...quiet, '-y', '--no-install-recommends', 'install', ...packages];
  if (aptGet([...quiet, 'update'], tries)) withoutServices(() => aptGet(add, tries));
}

/** @returns {boolean} whether it succeeded */
function aptGet(args, tries) {
  let run;
  for (let attempt = 1; attempt <= tries; attempt++) {
    run = spawnSync('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
    });
    if (run.status === 0) return true;
  }
  console.error(`apt-get ${args.join(' ')}: ${run.stderr || run.error?.message}`.trim());
  return false;
}

/** Debian asks this file before it starts a service; 101 forbids it. */
function withoutServices(work) {
  if (existsSync(policy)) return work();
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return work();
  } finally {
    rmSync(policy);
  }
}
