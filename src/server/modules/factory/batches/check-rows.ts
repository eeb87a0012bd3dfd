import type { CheckedRow } from '#calls/batches.ts';
import { chargedName, followingFrom, type CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { findCharged } from '../charged.ts';
import { checkRequest, type CheckedRequest } from '../check-request.ts';
import type { Recipe } from '../ledger/step.ts';
import { findTwin } from '../ledger/twins.ts';
import type { SheetRow } from './worksheet.ts';

/** So many rows are held against the cloud at a time. */
const AT_ONCE = 4;

/** A row of a worksheet that was held against every rule of the form. */
export interface HeldRow extends CheckedRequest {
  row: number;
}

/** Holds each row against the form, the cloud, the other rows, and what is under way already. */
export async function checkRows(
  runner: Runner,
  recipe: Recipe,
  rows: readonly SheetRow[],
): Promise<HeldRow[]> {
  const held: HeldRow[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE)
    held.push(
      ...(await Promise.all(rows.slice(at, at + AT_ONCE).map((row) => checkRow(runner, recipe, row)))),
    );
  return held.map((row, at) => {
    const twin = twinAmong(recipe.request, row, held.slice(0, at));
    return twin ? { ...row, errors: withFurther(row.errors, [twin]) } : row;
  });
}

async function checkRow(
  runner: Runner,
  recipe: Recipe,
  { row, values: cells, errors }: SheetRow,
): Promise<HeldRow> {
  const { request } = recipe;
  const checked = await checkRequest(runner, recipe, {
    ...(await following(runner, request, cells)),
    ...cells,
  });
  // What a cell is not is said once, and not as a field that is missing.
  const wrong = withFurther(errors, checked.errors);
  const twin = wrong.length === 0 ? await findTwin(runner, request, checked.values) : null;
  const also = twin ? [{ field: request.title, message: twin.message }] : [];
  return { ...checked, row, errors: withFurther(wrong, also) };
}

/** What follows from whoever pays, as the form fills it in where nothing is typed. */
async function following(runner: Runner, request: CloudRequest, cells: Values): Promise<Values> {
  const name = chargedName(request, cells);
  const charged = name === '' ? null : await findCharged(runner, name, true);
  const values = charged ? followingFrom(request, charged) : {};
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** Each field has one error, the first that was found. */
const withFurther = (errors: readonly FieldError[], further: readonly FieldError[]): FieldError[] => [
  ...errors,
  ...further.filter(({ field }) => errors.every((one) => one.field !== field)),
];

/** The error of a row that asks for the same as one above it. */
function twinAmong(
  { twins, fields }: CloudRequest,
  row: HeldRow,
  above: readonly HeldRow[],
): FieldError | null {
  for (const field of twins) {
    const own = folded(row.values, field);
    const twin = own === '' ? undefined : above.find(({ values }) => folded(values, field) === own);
    if (twin) return { field, message: `${fields[field]?.label ?? field} is that of row ${twin.row}, too.` };
  }
  return null;
}

const folded = (values: Values, field: string) => textOf(values, field).trim().toLowerCase();

/** A row as answers have it. */
export function answeredRow(
  { title, tags, fields }: CloudRequest,
  { row, values, errors }: HeldRow,
): CheckedRow {
  const orNull = (field: string | undefined) => textOf(values, field ?? '') || null;
  return {
    row,
    name: textOf(values, title),
    cost_center: orNull(tags.cost_center),
    owner: orNull(tags.owner),
    errors: errors.map(({ field, message }) => ({ field, column: fields[field]?.label ?? field, message })),
  };
}

/** All that is wrong in a worksheet, as a refusal lists it. */
export const errorsOf = (request: CloudRequest, rows: readonly HeldRow[]): FieldError[] =>
  rows.flatMap((held) => {
    const { row, errors } = answeredRow(request, held);
    return errors.map((error) => ({ ...error, row }));
  });
