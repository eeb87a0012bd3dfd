import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { OTHER_ENCODINGS, type OtherEncoding } from '#kernel/csv/decode-text.ts';
import { FIRST_ROW, type ImportProblem } from '#kernel/csv/csv-import.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { ownPart } from '#server/engine/import/part.ts';
import { applyWholeFile, planWholeFile, type FileOutcome } from '#server/engine/import/whole-file.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { StartError } from '#server/platform/base/start-error.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readTables } from '#server/platform/files/tables/read-tables.ts';
import { UsageError, type Command } from '#server/platform/process/command.ts';

const KINDS = ['csv', 'csv.zip', 'xlsx'] as const;
/** Names of records that are printed for each thing that happens to them. */
const MOST_NAMED = 20;
/** Wrong cells that are printed. */
const MOST_PROBLEMS = 10_000;

/** One run of the command: its changes are shown as one. */
const newRun = (): Who => ({
  actor: { email: 'inventory-import@skyledger.example', name: 'Inventory import' },
  requestId: `inventory-import-${randomUUID()}`,
  via: [{ kind: 'command', name: null }],
  isMachine: true,
});

type Print = (line: string) => void;

/**
 * The command that brings a file of another system into the inventory. It knows no model: those can be fed whose
 * declaration has an import with a key.
 */
export function inventoryCommands(
  registry: Registry,
  servicesFor: (config: Config, db: Database) => EngineServices,
): Command[] {
  const encodings = OTHER_ENCODINGS.map(({ name }) => name).join(', ');
  return [
    {
      name: 'inventory import',
      meaning: 'Adds and updates records from a file, all of it or nothing.',
      arguments: { file: 'a CSV file, one in a ZIP archive, or an XLSX workbook' },
      options: {
        model: { value: 'name', meaning: 'the model, such as cost_centers', required: true },
        plan: { meaning: 'says what would happen, and writes nothing' },
        encoding: { value: 'name', meaning: `of a CSV file that is no Unicode: ${encodings}` },
      },
      run: async ({ config, openStore, options, print }) => {
        const resource = fedModel(registry, options['model'] ?? '');
        const encoding = encodingOf(options['encoding']);
        const bytes = await contentOf(path.resolve(options['file'] ?? ''), config.importLimit);
        const { tables } = await readTables(bytes, KINDS, { encoding }).catch(printProblems(print));
        const services = servicesFor(config, (await openStore()).db);
        const file = { parts: [ownPart(resource, true)], tables };
        const who = newRun();
        const plan = () => planWholeFile(services, who, file, MOST_PROBLEMS);
        const planned = options['plan'] === undefined ? null : await plan();
        if (planned && planned.error_total === 0) return printOutcome(planned, PLANNED, print);
        if (planned) return refuse(planned, print);
        try {
          printOutcome(await applyWholeFile(services, who, file), DONE, print);
        } catch (error) {
          if (!(error instanceof Refusal) || error.status !== 422) throw error;
          // A refusal lists the first of what is wrong; a plan all of it.
          const { errors, error_total } = await plan();
          if (error_total === 0) throw error;
          refuse({ errors, error_total }, print);
        }
      },
    },
  ];
}

/** @throws {UsageError} that names the models which can be fed */
function fedModel(registry: Registry, name: string): Resource {
  const fed = registry.all.filter(({ csv, source }) => source === 'table' && csv?.import?.key !== undefined);
  const resource = fed.find((one) => one.name === name);
  if (resource) return resource;
  const names = fed.map((one) => one.name).join(', ');
  const why = registry.find(name) ? `${name} cannot be imported by a key.` : `There is no model ${name}.`;
  throw new UsageError(`${why} Models: ${names}.`);
}

function encodingOf(name: string | undefined): OtherEncoding | undefined {
  if (name === undefined) return undefined;
  const found = OTHER_ENCODINGS.find((one) => one.name === name);
  if (found) return found.name;
  throw new UsageError(`--encoding must be one of ${OTHER_ENCODINGS.map((one) => one.name).join(', ')}.`);
}

/** @throws {StartError} for what is no file, cannot be read, or is too large */
async function contentOf(file: string, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = await stat(file);
    if (size > limit)
      throw new StartError(`${file} is larger than ${Math.round(limit / 1_000_000)} MB (IMPORT_LIMIT_MB).`);
    return new Uint8Array(await readFile(file));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Names the wrong cell of a file that could not be read at all. */
const printProblems = (print: Print) => (error: unknown) => {
  if (error instanceof Refusal)
    for (const problem of error.errors as Partial<ImportProblem>[])
      if (problem.row !== undefined) print(`${placeOf(problem as ImportProblem)}: ${problem.message ?? ''}`);
  throw error;
};

function placeOf({ row, column, sheet }: ImportProblem): string {
  const place = row < FIRST_ROW ? `Header ${column}` : `Row ${row}, ${column}`;
  return sheet === undefined ? place : `Sheet ${sheet}, ${place.toLowerCase()}`;
}

function refuse(
  { errors, error_total: total }: { errors: readonly ImportProblem[]; error_total: number },
  print: Print,
): never {
  for (const problem of errors)
    print(`${placeOf(problem)}: ${[problem.message, problem.detail].filter(Boolean).join(' ')}`);
  if (total > errors.length) print(`… and ${total - errors.length} more.`);
  throw new StartError(`Nothing was imported: ${total} ${total === 1 ? 'cell is' : 'cells are'} wrong.`);
}

const DONE = { created: 'created', updated: 'updated', unchanged: 'unchanged' };
const PLANNED = {
  created: 'would be created',
  updated: 'would be updated',
  unchanged: 'would stay as they are',
};

function printOutcome(
  { models, skipped, ignored_columns: ignored }: FileOutcome,
  words: typeof DONE,
  print: Print,
): void {
  for (const { label, created, updated, unchanged } of models) {
    print(
      `${label}: ${created.length} ${words.created}, ${updated.length} ${words.updated}, ${unchanged} ${words.unchanged}.`,
    );
    for (const [what, names] of [
      [words.created, created],
      [words.updated, updated],
    ] as const)
      if (names.length > 0) print(`  ${what}: ${listed(names)}`);
  }
  if (skipped > 0) print(`${skipped} empty ${skipped === 1 ? 'row was' : 'rows were'} left out.`);
  if (ignored.length > 0) print(`Columns that were not read: ${ignored.join(', ')}.`);
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
