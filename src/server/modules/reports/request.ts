import { invalid, type FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Report } from '#kernel/report.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isWithin, mailDomains } from '#server/platform/mail/recipient.ts';
import { goesToMany, type ServedReport } from './served.ts';

/** A request for a report. */
export interface ReportRequest {
  /** The one address that it goes to; null where it goes to many. */
  to: string | null;
  values: Values;
}

/** The request in a body; the requester gets the report where nobody else is named. */
export function requestOf({ address, fields = {} }: Report, body: Values, requester: string): ReportRequest {
  return {
    to: address === null ? null : String(body[address] ?? requester),
    values: Object.fromEntries(Object.keys(fields).map((name) => [name, body[name]])),
  };
}

/** To whom a report may go. */
interface Reach {
  /** The requester's address. */
  requester: string;
  /** Those that reports may be sent to; null: the requester's. */
  domains: readonly string[] | null;
  /** Whether an address outside the domains may get this report all the same. */
  admits: (address: string, values: Values) => Promise<boolean>;
  /** Errors of the values, beside those that their fields find. */
  check: (values: Values) => readonly FieldError[];
}

/** Refuses what cannot be made, and addresses that it may not go to. @throws {Refusal} 422 */
async function demandReach({ address }: Report, { to, values }: ReportRequest, reach: Reach): Promise<void> {
  const errors = [...reach.check(values)];
  const allowed = mailDomains(reach.domains, reach.requester);
  if (errors.length === 0 && to !== null && !isWithin(allowed, to) && !(await reach.admits(to, values))) {
    const message = `Reports may be sent to addresses at ${allowed.join(', ')} only.`;
    errors.push({ field: address ?? '', message });
  }
  if (errors.length > 0) throw invalid(errors);
}

/** What a report's request is judged with. */
export interface ServedParts {
  config: Pick<Config, 'reportAllowedDomains'>;
  services: EngineServices;
  db: Database;
}

/** Refuses what a report cannot be made of, and addresses that it may not go to. @throws {Refusal} 422 */
export async function demandServed(
  { config, services, db }: ServedParts,
  served: ServedReport,
  wanted: ReportRequest,
  requester: string,
): Promise<void> {
  if (goesToMany(served)) return;
  const { report, check, admits } = served;
  await demandReach(report, wanted, {
    requester,
    domains: config.reportAllowedDomains,
    check: (values) => check?.(values, services) ?? [],
    admits: async (address, values) => (await admits?.(address, { services, db, values })) === true,
  });
}
