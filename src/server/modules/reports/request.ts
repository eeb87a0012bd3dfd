import { invalid, malformed } from '#kernel/errors.ts';
import { checkInput, inputJsonSchema, type Values } from '#kernel/input.ts';
import type { Report } from '#kernel/report.ts';
import { object, type JsonSchema } from '#server/platform/http/describe.ts';
import { readRecipient } from '#server/platform/mail/recipient.ts';

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

/**
 * What a report's request says, bare or wrapped.
 * @param domains those that reports may be sent to; null: that of the person who asks
 * @throws {Refusal} 400 for what is no object, 422 for what is wrong or not known here
 */
export function readAsked(
  report: Report,
  body: unknown,
  asker: string,
  domains: readonly string[] | null,
): Asked {
  const { wrapper, address, fields = {} } = report;
  if (body !== undefined && body !== null && !isObject(body))
    throw malformed('The body must be a JSON object.');
  const whole = body ?? {};
  const inner = Object.keys(whole).length === 1 && wrapper in whole ? whole[wrapper] : whole;
  if (!isObject(inner)) throw malformed(`${wrapper} must be a JSON object.`);
  const own = ownMembers(report);
  const unknown = Object.keys(inner).filter((name) => !own.includes(name) && !Object.hasOwn(fields, name));
  const errors = unknown.map((name) => ({ field: name, message: `${name.slice(0, 60)} is not known here.` }));
  if (address === 'send_to' && inner['email'] !== undefined && inner['email'] !== true)
    errors.push({ field: 'email', message: 'email must be true: the report is sent by email.' });
  const { dry_run: dryRun = false } = inner;
  if (typeof dryRun !== 'boolean')
    errors.push({ field: 'dry_run', message: 'dry_run must be true or false.' });
  if (errors.length > 0) throw invalid(errors);
  const given = Object.entries(inner).filter(([name]) => Object.hasOwn(fields, name));
  const values = checkInput({ fields }, Object.fromEntries(given), 'create');
  const to = address === null ? null : readRecipient(address, inner[address], asker, domains);
  return { to, values, dryRun: dryRun === true };
}

/** The members that are no fields. */
const ownMembers = ({ address }: Report): readonly string[] =>
  address === null ? ['dry_run'] : address === 'send_to' ? ['email', 'send_to'] : ['email'];

/** What the published OpenAPI says of the body. */
export function askedSchema(report: Report): JsonSchema {
  const email = { type: 'string', format: 'email', description: 'Of whoever asks, unless given.' };
  const own: Record<typeof report.address & string, Record<string, JsonSchema>> = {
    send_to: { email: { const: true }, send_to: email },
    email: { email },
  };
  const members =
    report.address === null
      ? { dry_run: { type: 'boolean', description: 'true: only who would get it is answered.' } }
      : own[report.address];
  const { properties = {}, required = [] } = inputJsonSchema({ fields: report.fields ?? {} }, 'create') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const asked = {
    type: 'object',
    properties: { ...members, ...properties },
    ...(required.length > 0 && { required }),
  };
  return {
    anyOf: [asked, object({ [report.wrapper]: asked }), ...(required.length > 0 ? [] : [{ type: 'null' }])],
  };
}
