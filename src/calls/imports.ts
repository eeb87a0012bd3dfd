import { z } from 'zod';
import { EMPTY_CELLS, importColumns, importKeys, type ImportProblem } from '#kernel/csv/csv-import.ts';
import { DATE_ORDERS } from '#kernel/reading/days.ts';
import { DECIMAL_SIGNS } from '#kernel/reading/numbers.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { defineCall } from './call.ts';
import { thatMayWait } from './peer-review.ts';
import { asAWhole, fileGiven, flag, textGiven } from './shapes.ts';

/*
 * Imports of the rows of a file, which are read in the browser.
 */

/** One of these words; an empty text is none. They are parted by blanks, since one of them may be a comma. */
const wordOrNone = <const T extends readonly string[]>(words: T) =>
  z
    .preprocess(
      (given) => (given === '' ? null : given),
      z.enum(words, `must be one of ${words.join(' ')}.`).nullable(),
    )
    .optional();

/** The members of a body that say how a file is written. */
export const notationMembers = {
  decimal_sign: wordOrNone(DECIMAL_SIGNS).describe(
    'Of amounts; by default the cells of each column settle it, and a column that leaves it open is refused.',
  ),
  date_order: wordOrNone(DATE_ORDERS).describe(
    'Of dates such as 03/04/2026; by default the cells of each column settle it.',
  ),
};

const MOST_HEADINGS = 1000;

/** Characters of the name of a sheet: as many as any program takes, and more. */
const MOST_SHEET_NAME = 255;

/** The member of a body that says what headings of a file stand for which the portal does not know, or knows otherwise. */
export const headingsMember = (headers: readonly string[]) => {
  const wanted = `must name for each heading of the file one of ${headers.join(', ')}, or null to leave it out.`;
  const known = z.string().refine((given) => headers.includes(given));
  const schema = z
    .record(z.string(), known.nullable())
    .refine((given) => Object.keys(given).length <= MOST_HEADINGS);
  return asAWhole(schema, wanted)
    .meta({ type: 'object', additionalProperties: { enum: [...headers, null] } })
    .describe('The column that a heading of the file stands for, by heading; null leaves it out.');
};

/** The cells of a row, by header. */
type Cells = Record<string, unknown>;
const isCells = (given: unknown): given is Cells =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const LINES_WANTED = 'must hold the line number of every row.';
const rowNumbers = asAWhole(z.array(z.int().min(1)), LINES_WANTED).meta({
  items: { type: 'integer', minimum: 1 },
});

/** Whether there are as many line numbers as rows; where one of both is no list, that is what is wrong. */
const areAsMany = (rows: unknown, lines: unknown) =>
  !Array.isArray(lines) || (Array.isArray(rows) && lines.length === rows.length);

const problem = z.looseObject({
  row: z.int().describe('As people see the file: the header is row 1.'),
  column: z.string().describe('Its header in the file'),
  field: z.string().describe('Its name'),
  message: z.string().describe('What is wrong'),
  detail: z.string().optional().describe('More of it'),
  sheet: z.string().optional().describe('Which of several sheets it is in'),
}) satisfies z.ZodType<ImportProblem>;

/** A refusal with every wrong row and column. */
export const refusedFile = {
  status: 422,
  when: 'What is wrong per row and column; nothing was added',
  answer: z.looseObject({
    error: z.string().describe('A sentence for the person.'),
    errors: z.array(
      z.union([
        problem,
        z.looseObject({
          field: z.string().describe('Member'),
          message: z.string().describe('What is wrong'),
        }),
      ]),
    ),
    error_total: z.int().optional().describe('How many problems there are; the first of them are listed.'),
    request_id: z.string().describe('Names the request in the log.'),
  }),
};

/** The line of an import for who accepts lines: how far it is, or as the last one its answer. */
const importLine = z.union([
  z.strictObject({
    progress: z.strictObject({
      phase: z.enum(['reading', 'checking', 'writing']),
      done: z.int(),
      total: z.int(),
    }),
  }),
  z.strictObject({ status: z.int(), body: z.looseObject({}) }),
]);

/** The members of a plan that say how the headings of a file were understood, and what its new rows come to. */
export const planMembers = {
  headings: z
    .array(
      z.object({
        heading: z.string().describe('As the file has it'),
        takes: z.string().nullable().describe('The column that it was taken for; null where it was left out'),
        by: z
          .enum(['said', 'header', 'field', 'label'])
          .nullable()
          .describe('What it was known by; null where nobody knows it'),
        suggests: z.string().optional().describe('The one column of which it may be a short spelling'),
        example: z.string().nullable().describe('The first cell below it'),
        sheet: z.string().optional(),
      }),
    )
    .describe('What each heading of the file was taken for'),
  columns: z
    .array(z.object({ header: z.string(), label: z.string(), field: z.string() }))
    .describe('The columns for which a heading may stand'),
  summary: z
    .object({
      by: z.array(z.string()).describe('The fields that keep the amounts apart'),
      totals: z.array(
        z.object({
          currency: z.string(),
          of: z.array(z.string().nullable()).describe('The values of these fields; of days the month'),
          amount: z.string(),
          rows: z.int(),
        }),
      ),
      unknown: z.array(
        z.object({
          field: z.string(),
          label: z.string(),
          names: z.array(z.string()).describe('The first of them'),
          total: z.int(),
          rows: z.int(),
        }),
      ),
    })
    .nullable()
    .describe('What the new rows come to: sums of amounts, and names that no record has'),
};

const counts = { skipped: z.int(), ignored_columns: z.array(z.string()) };
const values = z.record(z.string(), z.unknown());

const done = z.object({
  ...counts,
  created: z.int(),
  updated: z.int().optional(),
  unchanged: z.int().optional(),
});

const preview = z.object({
  data: z.object({
    ...counts,
    dry_run: z.literal(true),
    valid: z.boolean(),
    would_create: z.int(),
    would_update: z.int().optional(),
    unchanged: z.int().optional(),
    found_by: z
      .array(z.string())
      .optional()
      .describe('The fields by which rows find their records; empty where none tells records apart'),
    emptied: z
      .object({
        values: z
          .array(z.object({ row: z.int(), record: z.string(), property: z.string(), value: z.unknown() }))
          .describe('The first of them, with what the record has now'),
        total: z.int(),
      })
      .optional()
      .describe('Empty cells of rows whose records have a value there, which empty_cells leaves or clears'),
    total: z.int().describe('How many rows were sent or read.'),
    sheet: z.string().nullable().optional().describe('The sheet that was read, where there are several'),
    sheets: z
      .array(z.string())
      .optional()
      .describe('The sheets of a workbook that has several; the first with rows is read by default'),
    ...planMembers,
    days: z
      .array(
        z.object({
          column: z.string(),
          cell: z.string().describe('The first that may be two days'),
          order: z.enum(DATE_ORDERS).nullable().describe('null where nothing decides it'),
          sheet: z.string().optional(),
        }),
      )
      .describe('How columns are read in which a cell may be two days; date_order reads them otherwise'),
    second_person: z
      .array(z.string())
      .optional()
      .describe('The fields that a second person approves, for whom the whole file would wait'),
    rows: z.array(z.object({ row: z.int(), values, before: values.optional() })),
    errors: z.array(problem),
    error_total: z.int(),
  }),
});
/** What a dry run found. */
export const importPreviewShape = preview.shape.data;

/** What the answer to a file says beside what was done. */
export const importMeta = z.object({
  total: z.int().describe('How many rows were sent.'),
  changes: z
    .array(z.int())
    .nullable()
    .describe(
      'The ids of its changes as /api/activity has them, by which /api/activity/undo takes it back; null where it has no way back.',
    ),
});
export type ImportMeta = z.infer<typeof importMeta>;

/**
 * The body of an import.
 * @param headers of the columns that it takes
 * @param keys the fields by which its rows may find records, alone or together
 */
function bodyOf(headers: readonly string[], keys: readonly (readonly string[])[]) {
  const row = (z.unknown() as z.ZodType<Cells, Cells>).meta({
    type: 'object',
    properties: Object.fromEntries(headers.map((header) => [header, { type: 'string' }])),
    additionalProperties: true,
  });
  const rows = z
    .array(row, 'must be the list of the rows, one object per row.')
    .superRefine((given, context) => {
      const odd = given.findIndex((cells) => !isCells(cells));
      if (odd >= 0) context.addIssue(`Item ${odd} of data must be an object of header and cell.`);
    })
    .describe(`The rows by header: ${headers.join(', ')}.`);
  const update = flag
    .optional()
    .describe(
      keys.length === 0
        ? 'Leave alone the rows that are records already; without it every row is a new record.'
        : `Change the records that rows find by ${keys.map((names) => names.join(' and ')).join(', or by ')}; without it every row is a new record.`,
    );
  return z
    .strictObject({
      data: rows.optional(),
      file: fileGiven
        .optional()
        .describe(
          'An XLSX workbook as base64 or as a data URL, in place of data; one of its sheets is read.',
        ),
      sheet: textGiven(MOST_SHEET_NAME)
        .optional()
        .describe(
          'Which sheet of a workbook of several; a dry run takes the first that has rows by default.',
        ),
      dry_run: flag.optional().describe('Say what would happen, and write nothing.').meta({ default: false }),
      update: update.meta({ default: false }),
      empty_cells: z
        .enum(EMPTY_CELLS, `must be one of ${EMPTY_CELLS.join(' ')}.`)
        .optional()
        .describe(
          'What an empty cell says of a record that its row changes: nothing, or that its value is cleared, which a required field refuses.',
        )
        .meta({ default: 'leave' }),
      ...notationMembers,
      headings: headingsMember([...new Set(headers)]).optional(),
      row_numbers: rowNumbers.optional().describe('The line of the file of each row.'),
    })
    .refine(({ data, file }) => (data === undefined) !== (file === undefined), {
      error: 'must be the list of the rows, or file a workbook in its place.',
      path: ['data'],
      when: () => true,
    })
    .refine(({ data, row_numbers: lines }) => areAsMany(data, lines), {
      error: LINES_WANTED,
      path: ['row_numbers'],
      when: () => true,
    });
}

/** The call that adds a record for every row of a file, or changes those that the rows find. */
export function importCall(resource: Resource) {
  const { name, singular } = resource;
  const [, many] = resource.label;
  const headers = importColumns(resource).map(({ header }) => header);
  return defineCall({
    tag: many,
    topic: name,
    method: 'POST',
    path: `${resourcePath(name)}/import_json`,
    right: { model: name, action: 'create' },
    weight: 'upload',
    fileMember: 'file',
    summary: `Add ${many} from the rows of a CSV file or a workbook, all or nothing`,
    success: 'Every row was applied',
    status: 201,
    refusals: [409, { status: 413, when: 'It holds, or unpacks to, too much.' }, refusedFile],
    body: bodyOf(headers, importKeys(resource)),
    wrapper: [...new Set([singular, name])],
    lines: importLine,
    data: done,
    meta: importMeta,
    ...thatMayWait(resource, done, importMeta),
    preview: {
      success:
        'What a dry run found; or, for who accepts it, lines of progress and the answer as the last one',
      answer: preview,
    },
  });
}
