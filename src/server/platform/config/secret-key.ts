import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { folderProblem } from '../base/folder-problem.ts';
import { errorCode, StartError } from '../base/start-error.ts';

const KEY_BYTES = 32;

/**
 * The 32 bytes that encrypt kept secrets: derived from `given`, or else from `secret.key` in the data folder,
 * which is generated once, readable by its owner only.
 * @throws {StartError} when the folder or the file cannot be used.
 */
export function readSecretKey(given: string | undefined, dataDir: string): Buffer {
  const secret = given ?? keptSecret(dataDir);
  return Buffer.from(hkdfSync('sha256', secret, '', 'skyledger secret key', KEY_BYTES));
}

function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret.key');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    const secret = readOrCreate(file);
    if (secret.length >= KEY_BYTES) return secret;
  } catch (error) {
    throw folderProblem(dataDir, error);
  }
  throw new StartError(`${file} is damaged. Put its backup back, or set SECRET_KEY to the key it held.`);
}

function readOrCreate(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  // Written whole under another name and then linked: a process that is killed midway leaves no half key,
  // and of two that start at once the second takes the first one's.
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
