import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import type { Command } from '#server/platform/process/command.ts';
import { projectRoot } from '#server/platform/config/config.ts';
import { StartError } from '#server/platform/base/start-error.ts';
import { readMigrations } from '#server/platform/database/migrations.ts';
import { checkBackup, restoreBackup } from './backup/restore-backup.ts';
import { writeBackup } from './backup/write-backup.ts';
import { doctorCommand, type Examined } from './doctor/doctor.ts';

const backup: Command = {
  name: 'backup',
  meaning: 'Writes all data into one file, while the portal runs.',
  arguments: { file: 'a new file, such as /var/backups/skyledger-2026-03-29.tgz' },
  options: {},
  run: async ({ config, openStore, options, print }) => {
    const file = path.resolve(options['file'] ?? '');
    const { connectionString } = await openStore({ migrated: false });
    const { secretKey } = config;
    const { header, tables } = await writeBackup({ connectionString, secretKey, file, version: version() });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    print(`${file} holds ${rows} rows of ${tables.length} tables, as of ${header.made_at}.`);
    print(`Keep the secret key (fingerprint ${header.key_fingerprint}) in another place: SECRET_KEY, or`);
    print('DATA_DIR/secret.key. Without it the secrets in this file cannot be read.');
  },
};

const restore: Command = {
  name: 'restore',
  meaning:
    'Puts a backup into an empty database, or with --replace into one that holds something; all of it, or nothing.',
  arguments: { file: 'what the command backup wrote' },
  options: {
    replace: { meaning: 'gives up what the database holds, after asking' },
    yes: { meaning: 'does not ask' },
    'other-key': { meaning: 'takes a backup of another secret key; the secrets in it stay unreadable' },
    'hold-mail': {
      meaning:
        'sends no mail that had not left, notifies no webhook and does no work, until somebody asks for it',
    },
  },
  run: async ({ config, openStore, options, print }) => {
    const { secretKey } = config;
    const file = path.resolve(options['file'] ?? '');
    const otherKey = options['other-key'] !== undefined;
    const replace = options['replace'] !== undefined;
    const { made_at: madeAt, skyledger } = await checkBackup({ file, secretKey, otherKey });
    print(`${file} is whole. It was made at ${madeAt} by Skyledger ${skyledger}.`);
    const { connectionString } = await openStore({ migrated: false, alone: true });
    if (replace && options['yes'] === undefined) await confirm(nameOf(connectionString));
    const holdMail = options['hold-mail'] !== undefined;
    await restoreBackup({ connectionString, secretKey, file, replace, otherKey, holdMail });
    print('It is restored. The next start brings its schema up to date.');
  },
};

const upgrade: Command = {
  name: 'upgrade',
  meaning: "Brings the database's schema up to date, as a start does, and ends.",
  options: {},
  run: async ({ openStore, print }) => {
    await openStore();
    print(`The schema is that of ${readMigrations().at(-1)?.name ?? 'no migration'}.`);
  },
};

/** The commands that look after a portal. */
export const operationsCommands = (examined: Examined): Command[] => [
  doctorCommand(examined),
  backup,
  restore,
  upgrade,
];

function version(): string {
  const text = readFileSync(path.join(projectRoot, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

const nameOf = (connectionString: string) => new URL(connectionString).pathname.slice(1);

/** @throws {StartError} unless the person at the terminal types the name of what will be lost */
async function confirm(name: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new StartError(
      'There is no terminal for the question whether to replace. Give --yes to replace without it. Nothing was changed.',
    );
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const typed = await terminal.question(
      `Everything in the database ${name} will be lost. Type ${name} to go on: `,
    );
    if (typed.trim() !== name) throw new StartError('Nothing was changed.');
  } finally {
    terminal.close();
  }
}
