import { collecting, invalid, malformed, type FieldError } from '#kernel/errors.ts';
import { checkInput, inputJsonSchema, type Values } from '#kernel/input.ts';
import type { Report } from '#kernel/report.ts';
import { object, type JsonSchema } from '#server/platform/http/describe.ts';
import { isWithin, mailDomains, readAddress } from '#server/platform/mail/recipient.ts';

/** What a request asks of a report. */
export interface Asked {
  /** The one address that it goes to; null where it goes to many. */
  to: string | null;
  values: Values;
  /** Only who would get it is asked for. */
  dryRun: boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** To whom a report may go. */
export interface Reach {
  /** Of who asks. */
  asker: string;
  /** Those that reports may be sent to; null: that of the person who asks. */
  domains: readonly string[] | null;
  /** Whether an address outside the domains may get what is asked for all the same. */
  admits?: ((address: string, values: Values) => Promise<boolean>) | undefined;
  /** What is wrong with the fields, beside what they say themselves. */
  check?: ((values: Values) => readonly FieldError[]) | undefined;
}

/**
 * What a report's request says, bare or wrapped.
 * @throws {Refusal} 400 for what is no object, 422 that names all that is wrong or not known here
 */
export async function readAsked(report: Report, body: unknown, reach: Reach): Promise<Asked> {
  const { wrapper, address, fields = {}, span } = report;
  const isNothing = body === undefined || body === null;
  if (isNothing ? requiredFields(report).length > 0 : !isObject(body))
    throw malformed('The body must be a JSON object.');
  const inner = unwrapped(wrapper, isObject(body) ? body : {});
  const own = ownMembers(report);
  const unknown = Object.keys(inner).filter((name) => !own.includes(name) && !Object.hasOwn(fields, name));
  const errors = unknown.map((name) => ({ field: name, message: `${name.slice(0, 60)} is not known here.` }));
  if (address === 'send_to' && inner['email'] !== undefined && inner['email'] !== true)
    errors.push({ field: 'email', message: 'email must be true: the report is sent by email.' });
  const { dry_run: dryRun = false } = inner;
  if (typeof dryRun !== 'boolean')
    errors.push({ field: 'dry_run', message: 'dry_run must be true or false.' });
  const given = Object.fromEntries(Object.entries(inner).filter(([name]) => Object.hasOwn(fields, name)));
  const values = collecting(errors, () => checkInput({ fields }, given, 'create')) ?? {};
  if (span) errors.push(...spanErrors(report, span, values));
  if (errors.length === 0) errors.push(...(reach.check?.(values) ?? []));
  const to =
    address === null ? null : collecting(errors, () => readAddress(address, inner[address], reach.asker));
  if (to !== null && errors.length === 0 && !(await mayGo(to, values, reach)))
    errors.push({
      field: address ?? '',
      message: `Reports may be sent to addresses at ${mailDomains(reach.domains, reach.asker).join(', ')} only.`,
    });
  if (errors.length > 0) throw invalid(errors);
  return { to, values, dryRun: dryRun === true };
}

/** What is asked for, which may be wrapped, with `dry_run` beside the wrapper or in it. */
function unwrapped(wrapper: string, body: Record<string, unknown>): Record<string, unknown> {
  const { dry_run: dryRun, [wrapper]: inner, ...others } = body;
  if (!Object.hasOwn(body, wrapper) || Object.keys(others).length > 0) return body;
  if (!isObject(inner)) throw malformed(`${wrapper} must be a JSON object.`);
  return dryRun === undefined ? inner : { dry_run: dryRun, ...inner };
}

function spanErrors(
  { fields = {} }: Report,
  [first, last]: readonly [string, string],
  values: Values,
): FieldError[] {
  const [from, to] = [values[first], values[last]];
  if (typeof from !== 'string' || typeof to !== 'string' || from <= to) return [];
  return [{ field: last, message: `${fields[last]?.label} must not be before ${fields[first]?.label}.` }];
}

/** The members that are no fields. */
const ownMembers = ({ address }: Report): readonly string[] =>
  address === null ? ['dry_run'] : address === 'send_to' ? ['email', 'send_to'] : [address];

const mayGo = async (address: string, values: Values, { asker, domains, admits }: Reach): Promise<boolean> =>
  isWithin(mailDomains(domains, asker), address) || (await admits?.(address, values)) === true;

const fieldsSchema = ({ fields = {} }: Report) =>
  inputJsonSchema({ fields }, 'create') as { properties?: Record<string, JsonSchema>; required?: string[] };

/** The fields without which it cannot be asked for. */
const requiredFields = (report: Report): readonly string[] => fieldsSchema(report).required ?? [];

/** What the published OpenAPI says of the body. */
export function askedSchema(report: Report): JsonSchema {
  const email = { type: 'string', format: 'email', description: 'By default that of the person who asks.' };
  const members: Record<string, JsonSchema> =
    report.address === null
      ? { dry_run: { type: 'boolean', description: 'true: only who would get it is answered.' } }
      : { ...(report.address === 'send_to' && { email: { const: true } }), [report.address]: email };
  const { properties = {} } = fieldsSchema(report);
  const required = requiredFields(report);
  const asked = {
    type: 'object',
    properties: { ...members, ...properties },
    ...(required.length > 0 && { required }),
  };
  return {
    anyOf: [asked, object({ [report.wrapper]: asked }), ...(required.length > 0 ? [] : [{ type: 'null' }])],
  };
}
