import type { RequestCopy } from '#calls/factory.ts';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { formatDay } from '#kernel/dates.ts';
import type { FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { costCenters } from '#resources/cost-centers.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { checkRequest } from '../check-request.ts';
import type { Recipe } from '../ledger/step.ts';
import type { Source } from './source.ts';

/** The values that can be copied or replaced by what holds now, and a note for each value that cannot. */
export async function copyOf(
  runner: Runner,
  { request, name, values: known }: Source,
  check: Recipe['check'],
): Promise<RequestCopy> {
  const kept = withoutNames(request, known);
  const replaced = await replacedCenter(runner, request, kept);
  const left = await departed(runner, request, kept);
  const given = { ...kept, ...replaced.values };
  for (const { field } of left) delete given[field];
  const checked = await checkRequest(runner, { request, check }, given);
  const wrong = checked.errors.filter(({ field }) => Object.hasOwn(given, field));
  const values = Object.fromEntries(
    Object.entries(checked.values).filter(
      ([field]) => Object.hasOwn(given, field) && wrong.every((one) => one.field !== field),
    ),
  );
  const isWrong = new Set(wrong.map(({ field }) => field));
  const problems = [
    ...left,
    ...wrong.map((error) => naming(error, given)),
    ...replaced.notes.filter(({ field }) => !isWrong.has(field)),
    ...unknown(request, values, checked.chosen),
  ];
  const noteOf = ({ field, message }: FieldError): RequestCopy['notes'][number] => ({
    field,
    message,
    is: !Object.hasOwn(values, field) ? 'left out' : 'to be looked at',
  });
  const order = request.groups.flatMap(({ fields }) => fields);
  const notes = problems.map(noteOf).toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
  return { request: request.name, name, values, notes };
}

/** An error that says which value it is about. */
function naming({ field, message }: FieldError, values: Values): FieldError {
  const value = String(values[field]);
  return { field, message: message.includes(value) ? message : `'${value}' is left out: ${message}` };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The values of fields that the form shows and that may be the same in two accounts. */
function withoutNames({ groups, title, twins }: CloudRequest, values: Values): Values {
  const own = new Set([title, ...twins]);
  const shown = new Set(groups.flatMap(({ fields }) => fields));
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => shown.has(name) && !own.has(name) && !isEmpty(value)),
  );
}

/** The valid cost center at the end of the chain that begins with one which is not valid any more. */
async function replacedCenter(
  runner: Runner,
  { tags, fields }: CloudRequest,
  values: Values,
): Promise<{ values: Values; notes: FieldError[] }> {
  const field = tags.cost_center ?? '';
  const written = values[field];
  if (typeof written !== 'string') return { values: {}, notes: [] };
  const { rows } = await runner.query<{ identifier: string; expired: string }>({
    name: 'replacement of a copied cost center',
    text: `WITH RECURSIVE chain AS (
        SELECT id, identifier, active_at, expired_at, new_cost_center_id, expired_at AS expired, 0 AS steps
        FROM ${costCenters.name}
        WHERE lower(regexp_replace(btrim(identifier), '\\s+', '-', 'g')) = lower(regexp_replace(btrim($1), '\\s+', '-', 'g'))
          AND expired_at < today()
        UNION
        SELECT n.id, n.identifier, n.active_at, n.expired_at, n.new_cost_center_id, c.expired, c.steps + 1
        FROM chain c JOIN ${costCenters.name} n ON n.id = c.new_cost_center_id WHERE c.steps < 100
      )
      SELECT identifier, expired FROM chain
      WHERE steps > 0 AND active_at <= today() AND (expired_at IS NULL OR expired_at >= today())
      ORDER BY steps LIMIT 1`,
    values: [written],
  });
  const [found] = rows;
  if (!found) return { values: {}, notes: [] };
  const message = `${fields[field]?.label ?? field} '${written}' expired on ${formatDay(found.expired)}. ${found.identifier} replaces it and is filled in.`;
  return { values: { [field]: found.identifier }, notes: [{ field, message }] };
}

/** The people among the values who left the directory, may no longer sign in, or are terminated as contacts. */
async function departed(
  runner: Runner,
  { choices, fields }: CloudRequest,
  values: Values,
): Promise<FieldError[]> {
  const people = Object.entries(choices).flatMap(([field, source]) => {
    const isPerson = 'models' in source && source.models.some(({ model }) => model === cloudContacts.name);
    const email = values[field];
    return isPerson && typeof email === 'string' ? [{ field, email }] : [];
  });
  if (people.length === 0) return [];
  const { rows } = await runner.query<{ key: string; why: string }>({
    name: 'people of a copied request',
    text: `WITH given AS (SELECT DISTINCT lower(btrim(email)) AS key FROM unnest($1::text[]) x (email))
      SELECT a.key, coalesce(
        (SELECT CASE WHEN d.gone THEN 'left the directory' ELSE 'may no longer sign in' END
          FROM departed_people d WHERE d.key = a.key),
        (SELECT 'is a terminated contact' FROM ${cloudContacts.name} c WHERE lower(btrim(c.email)) = a.key AND c.terminated
          LIMIT 1)) AS why
      FROM given a`,
    values: [people.map(({ email }) => email)],
  });
  const why = new Map(rows.map((row) => [row.key, row.why as string | null]));
  return people.flatMap(({ field, email }) => {
    const reason = why.get(email.trim().toLowerCase()) ?? null;
    if (reason === null) return [];
    return [{ field, message: `${fields[field]?.label ?? field} '${email}' ${reason}. Choose another one.` }];
  });
}

/** Notes on values that are accepted although the reference data has no such name. */
function unknown(
  { choices, fields }: CloudRequest,
  values: Values,
  chosen: ReadonlyMap<string, string>,
): FieldError[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const source = choices[field];
    if (!source || !('models' in source) || chosen.has(field) || typeof value !== 'string') return [];
    const label = fields[field]?.label ?? field;
    return [{ field, message: `${label} '${value}' is not known here. It is filled in as it was.` }];
  });
}
