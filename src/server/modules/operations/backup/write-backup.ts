import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import tar from 'tar-stream';
import { commit } from '#server/platform/database/commit.ts';
import { NO_LIMITS } from '#server/platform/database/limits.ts';
import { errorCode, StartError } from '#server/platform/base/start-error.ts';
import { PLAIN_VALUES, quotedName, readContents } from './catalog.ts';
import {
  folderOf,
  FORMAT,
  HEADER,
  keyFingerprint,
  PIECE,
  sealOf,
  TRAILER,
  type Header,
  type TableSum,
} from './format.ts';
import { TableSummer } from './table-sum.ts';

export interface BackupOptions {
  connectionString: string;
  secretKey: Buffer;
  /** Of this program. */
  version: string;
  /** Must not exist yet. It appears under this name when it is whole. */
  file: string;
}

export interface BackupSummary {
  header: Header;
  tables: TableSum[];
}

/**
 * Writes all data of the portal into one file, as it was at one moment, while the portal goes on. Uses a few
 * megabytes of memory whatever the size.
 * @throws {StartError} when there is nothing to back up, or the file cannot be written
 */
export async function writeBackup(options: BackupOptions): Promise<BackupSummary> {
  const { file } = options;
  if (existsSync(file)) throw new StartError(`${file} is there already. Give the backup another name.`);
  const draft = `${file}.${process.pid}.part`;
  const client = new pg.Client({
    connectionString: options.connectionString,
    application_name: 'skyledger backup',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`${NO_LIMITS}; ${PLAIN_VALUES}`);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Nobody else's to read, from its first byte on, and on the disk before it gets its name.
    const out = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    await once(out, 'open');
    const summary = await pack(client, options, out);
    await commit(client);
    await rename(draft, file);
    return summary;
  } catch (error) {
    await rm(draft, { force: true });
    throw fileProblem(file, error);
  } finally {
    await client.end();
  }
}

async function pack(
  client: pg.Client,
  { secretKey, version }: BackupOptions,
  out: NodeJS.WritableStream,
): Promise<BackupSummary> {
  const contents = await readContents(client);
  if (contents.migrations.length === 0)
    throw new StartError('There is nothing to back up: no portal has been started on this database yet.');
  const header: Header = {
    format: FORMAT,
    skyledger: version,
    made_at: new Date().toISOString(),
    key_fingerprint: keyFingerprint(secretKey),
    ...contents,
  };
  const archive = tar.pack();
  const written = pipeline(archive, createGzip(), out);
  const packing = (async () => {
    const headerText = Buffer.from(JSON.stringify(header, null, 2));
    await addEntry(archive, HEADER, headerText);
    const tables: TableSum[] = [];
    for (const [at, table] of header.tables.entries())
      tables.push(await packTable(client, archive, table, folderOf(at, table)));
    const sums = { header_sha256: createHash('sha256').update(headerText).digest('hex'), tables };
    const trailer = { ...sums, seal: sealOf(sums, secretKey) };
    await addEntry(archive, TRAILER, Buffer.from(JSON.stringify(trailer, null, 2)));
    archive.finalize();
    return tables;
  })();
  // Whichever fails first says why; the other one ends with it.
  packing.catch((error: Error) => archive.destroy(error));
  const [tables] = await Promise.all([packing, written]);
  return { header, tables };
}

async function packTable(
  client: pg.Client,
  archive: tar.Pack,
  table: Header['tables'][number],
  folder: string,
): Promise<TableSum> {
  const columns = table.columns.map((name) => client.escapeIdentifier(name)).join(', ');
  const rows = client.query(copyTo(`COPY (SELECT ${columns} FROM ${quotedName(client, table)}) TO STDOUT`));
  const sum = new TableSummer();
  let pieces = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    if (size === 0) return;
    pieces += 1;
    await addEntry(archive, `${folder}${String(pieces).padStart(6, '0')}`, Buffer.concat(waiting));
    waiting = [];
    size = 0;
  };
  for await (const chunk of rows) {
    const piece = chunk as Buffer;
    sum.add(piece);
    waiting.push(piece);
    size += piece.length;
    if (size >= PIECE) await flush();
  }
  await flush();
  return sum.finish();
}

/** Waits until the archive has taken it: no more than one piece is ever held. */
async function addEntry(archive: tar.Pack, name: string, content: Buffer): Promise<void> {
  const entry = archive.entry({ name, size: content.length, mode: 0o600, mtime: new Date() });
  entry.end(content);
  await finished(entry);
}

function fileProblem(file: string, error: unknown): unknown {
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new StartError(`${file} cannot be made, because its folder is not there.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartError(`${file} cannot be written by this user.`);
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(`There is no space left for ${file}. Nothing was kept of it.`);
    default:
      return error;
  }
}
