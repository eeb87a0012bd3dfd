import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineServices } from '#server/engine/services.ts';
import type { Command } from '#server/platform/process/command.ts';
import type { Config } from '#server/platform/config/config.ts';
import { longWork } from '#server/platform/database/limits.ts';
import type { Database } from '#server/platform/database/database.ts';
import { StartError } from '#server/platform/base/start-error.ts';
import { addBulkData } from './bulk-data.ts';
import { fillUntouchedDatabase } from './example-data.ts';
import { exampleInvoice } from './example-invoice.ts';

/** Most cost centers that one command adds. */
const MOST_ROWS = 5_000_000;

function rowsOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const rows = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(rows >= 1 && rows <= MOST_ROWS))
    throw new StartError(`--rows must be a number from 1 to ${MOST_ROWS}.`);
  return rows;
}

/** The commands that put example data into the database, and make a file to try the portal with. */
export function seedCommands(servicesFor: (config: Config, db: Database) => EngineServices): Command[] {
  return [
    {
      name: 'seed',
      meaning: 'Fills an unused database with example data, and adds more cost centers on request.',
      options: { rows: { value: 'number', meaning: 'Adds so many cost centers with owners and chains.' } },
      run: async ({ config, openStore, options, print }) => {
        const rows = rowsOf(options['rows']);
        const services = servicesFor(config, (await openStore()).db);
        const filled = await longWork(() =>
          fillUntouchedDatabase(services, { runsFollow: config.billSources.fillsExample }),
        );
        print(filled ? 'The example data was added.' : 'The database is in use already; it keeps its data.');
        if (rows === 0) return;
        const started = performance.now();
        const report = (done: number) => print(`${done} of ${rows} cost centers`);
        await longWork(() => addBulkData(services, rows, report));
        print(`Added ${rows} cost centers in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
      },
    },
    {
      name: 'example invoice',
      meaning: "Writes Google's invoice for last month's projects of the example data.",
      arguments: { file: 'the CSV file to write, which must not be there yet' },
      options: {},
      run: async ({ options, print }) => {
        const file = path.resolve(options['file'] ?? '');
        await writeFile(file, exampleInvoice(new Date()), { flag: 'wx' }).catch((error: unknown) => {
          throw new StartError(
            `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
          );
        });
        print(`${file} is written. Process it as an invoice of GCP at /auth/billing-automation.`);
      },
    },
  ];
}
