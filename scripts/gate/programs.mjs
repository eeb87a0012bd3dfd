/** Sees to the programs of other projects with which the advice of the operators' guide is tested. */
import { spawnSync } from 'node:child_process';
import { commandFor, install, isDebian, mayInstall } from './debian-packages.mjs';

/** Debian keeps both out of the path of ordinary users. */
const programs = {
  nginx: { packages: ['nginx-light'], places: ['nginx', '/usr/sbin/nginx'] },
  pgbouncer: { packages: ['pgbouncer'], places: ['pgbouncer', '/usr/sbin/pgbouncer'] },
};

/** @typedef {keyof typeof programs} Program */

/** The program; undefined where it is not installed. @param {Program} name */
export const findProgram = (name) =>
  programs[name].places.find((place) => spawnSync(place, ['-V']).status === 0);

/** The command that installs it. @param {Program} name */
export const commandOf = (name) =>
  isDebian() ? commandFor(programs[name].packages) : `your package manager (the package is called ${name})`;

/** Why tests with it cannot run; null where they can. @param {Program} name */
export const programProblem = (name) =>
  findProgram(name) ? null : `${name} is not installed; install it with: ${commandOf(name)}`;

/**
 * Installs them on Debian as root. Without one the tests with it are skipped, which they say; nothing else fails.
 */
export function providePrograms() {
  for (const [name, { packages }] of Object.entries(programs)) {
    if (findProgram(name)) continue;
    if (mayInstall()) {
      console.log(`Installing ${packages.join(' and ')} for the tests with ${name} …`);
      install(packages, 1);
      // It is wanted for its program, not as a service from the next start of the machine on.
      spawnSync('systemctl', ['disable', name]);
      if (findProgram(name)) continue;
    }
    console.log(
      `There is no ${name}, so the tests with it are skipped. Install it with: ${commandOf(name)}.`,
    );
  }
}
