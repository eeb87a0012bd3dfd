/** Finds the Chromium that the browser journeys use, or installs it where that needs no question. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { commandFor, install, isDebian, mayInstall } from './debian-packages.mjs';

/** The same engine without windows, which runs the journeys in two thirds of the time. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const places = [
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const packages = [shell, 'fonts-liberation'];

/** There is no browser; the message is for the person who runs the tests. */
export class MissingChromium extends Error {}

/**
 * CHROMIUM_PATH, a known name on the path, or a usual place. On Debian and run as root, what runs fastest is
 * installed from Debian's packages; where that fails, the browser that is there serves as well.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string} the browser's program
 * @throws {MissingChromium} whose message names the command that would install it
 */
export function requireChromium(env = process.env) {
  if (env.CHROMIUM_PATH) {
    if (isProgram(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new MissingChromium(`CHROMIUM_PATH names ${env.CHROMIUM_PATH}, which is not a program.`);
  }
  const found = findChromium(env);
  if (found?.endsWith(shell)) return found;

  if (mayInstall()) {
    console.log(`Installing ${packages.join(' and ')} for the browser journeys …`);
    install(packages, found ? 1 : 3);
    const installed = findChromium(env);
    if (installed) return installed;
  }
  if (found) return found;
  const command = isDebian()
    ? commandFor(packages)
    : process.platform === 'darwin'
      ? 'brew install --cask chromium'
      : 'your package manager (the package is called chromium)';
  throw new MissingChromium(
    `The browser journeys need Chromium, and there is none. Install it with: ${command}. ` +
      'If it is somewhere unusual, set CHROMIUM_PATH to its program.',
  );
}

/** @returns {string | undefined} */
export function findChromium(env = process.env) {
  const onPath = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => onPath.map((folder) => join(folder, name)));
  return [...candidates, ...places].find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
