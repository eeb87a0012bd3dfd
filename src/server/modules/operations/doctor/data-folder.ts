import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { readOccupant } from '#server/platform/store/data-folder.ts';
import type { Finding } from '#server/platform/process/finding.ts';

const GIB = 1024 ** 3;
const LITTLE = GIB;
const TOO_LITTLE = 128 * 1024 * 1024;

/** The data folder: whether it can be written, whether others can read its secrets, and how much space is left. */
export async function examineDataFolder(config: Config): Promise<Finding[]> {
  const { dataDir } = config;
  const found: Finding[] = [];
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const occupant = readOccupant(dataDir);
    const used = occupant ? ` It is used by ${occupant.what} (process ${occupant.pid}).` : '';
    found.push({ state: 'ok', what: 'data folder', message: `${dataDir} can be written.${used}` });
  } catch {
    found.push({
      state: 'failed',
      what: 'data folder',
      message: `${dataDir} cannot be written by this user. Change its rights, or set DATA_DIR.`,
    });
  }
  found.push(...(await secretsOf(dataDir)), await spaceOf(dataDir, config.databaseUrl !== null));
  return found;
}

async function secretsOf(dataDir: string): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const name of ['secret.key', 'postgres.password']) {
    const file = path.join(dataDir, name);
    const facts = await stat(file).catch(() => null);
    if (facts && (facts.mode & 0o077) !== 0)
      found.push({ state: 'failed', what: name, message: `Others may read it. Run: chmod 600 ${file}` });
  }
  return found;
}

async function spaceOf(dataDir: string, isElsewhere: boolean): Promise<Finding> {
  const what = 'disk space';
  const facts = await statfs(dataDir).catch(() => null);
  if (!facts) return { state: 'failed', what, message: `The space of ${dataDir} cannot be read.` };
  const free = facts.bavail * facts.bsize;
  const message = `${(free / GIB).toFixed(1)} GB of ${((facts.blocks * facts.bsize) / GIB).toFixed(1)} GB are free.`;
  if (isElsewhere || free >= LITTLE) return { state: 'ok', what, message };
  if (free >= TOO_LITTLE) return { state: 'warning', what, message: `Only ${message} Free some soon.` };
  return { state: 'failed', what, message: `Only ${message} The database cannot write any more soon.` };
}
