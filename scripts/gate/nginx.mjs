/** Sees to the nginx with which the configuration of the operators' guide is tested. */
import { spawnSync } from 'node:child_process';
import { commandFor, install, isDebian, mayInstall } from './debian-packages.mjs';

const packages = ['nginx-light'];
/** Debian keeps it out of the path of ordinary users. */
const programs = ['nginx', '/usr/sbin/nginx'];

/** The program; undefined where there is none. */
export const findNginx = () => programs.find((name) => spawnSync(name, ['-v']).status === 0);

/** The command that installs it. */
export const nginxCommand = () =>
  isDebian() ? commandFor(packages) : 'your package manager (the package is called nginx)';

/**
 * Installs it on Debian as root. Without it the tests behind nginx are skipped, which they say; nothing else fails.
 */
export function provideNginx() {
  if (findNginx()) return;
  if (mayInstall()) {
    console.log(`Installing ${packages.join(' and ')} for the tests behind nginx …`);
    install(packages, 1);
    // It is wanted for its program, not as a web server from the next start of the machine on.
    spawnSync('systemctl', ['disable', 'nginx']);
    if (findNginx()) return;
  }
  console.log(`There is no nginx, so the tests behind it are skipped. Install it with: ${nginxCommand()}.`);
}
