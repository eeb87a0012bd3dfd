import { invalid, Refusal, type FieldError } from '#kernel/errors.ts';
import { checkValue, type Values } from '#kernel/input.ts';
import { daysOfPeriod } from '#kernel/schedule.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { today } from '#server/platform/database/today.ts';
import { isWithin, mailDomains } from '#server/platform/mail/recipient.ts';
import { mayRequest } from '../may-request.ts';
import { demandServed } from '../request.ts';
import { goesToMany, type ServedReport } from '../served.ts';
import type { ScheduledView, ScheduleParts } from './parts.ts';
import type { StoredSchedule, Wanted } from './store.ts';

/** What a schedule sends. */
export type Subject =
  | { is: 'report'; served: ServedReport; values: Values }
  | { is: 'view'; view: ScheduledView };

type Sent = Pick<Wanted, 'report' | 'view_id' | 'parameters' | 'period' | 'recipients'>;

const ONE_OF_BOTH = 'A schedule sends a report or a saved view: choose exactly one of both.';

/**
 * What a schedule sends for somebody, today.
 * @throws {Refusal} 403 where they may not have it, 422 where it is none any more
 */
export async function subjectOf(
  parts: ScheduleParts,
  runner: Runner,
  sent: Sent,
  actor: Actor,
): Promise<Subject> {
  const { services } = parts;
  if ((sent.report === null) === (sent.view_id === null))
    throw invalid([{ field: 'report', message: ONE_OF_BOTH }]);
  if (sent.view_id !== null) {
    const view = await parts.viewOf(runner, actor.email, sent.view_id);
    if (!view) throw invalid([{ field: 'view_id', message: 'This saved view is not there any more.' }]);
    if (!view.resource.csv)
      throw invalid([{ field: 'view_id', message: `${view.resource.label[1]} cannot be downloaded.` }]);
    for (const action of ['read', 'export'] as const)
      if (!services.may({ actor }, action, view.resource))
        throw new Refusal(403, `${actor.email} has no right to download ${view.resource.label[1]}.`);
    return { is: 'view', view };
  }
  const served = parts.reports.find(({ report }) => report.name === sent.report);
  if (!served) throw invalid([{ field: 'report', message: 'There is no such report.' }]);
  if (!mayRequest(services, actor, served))
    throw new Refusal(403, `${actor.email} has no right to ask for the ${served.report.label}.`);
  return { is: 'report', served, values: valuesOf(served, sent) };
}

/** The parameters of a report: those that were given, and the days of its period. @throws {Refusal} 422 */
function valuesOf({ report }: ServedReport, { parameters, period }: Sent): Values {
  const { span, fields = {} } = report;
  const errors: FieldError[] = [];
  const values: Values = {};
  for (const [name, field] of Object.entries(fields)) {
    if (span?.includes(name)) continue;
    const checked = checkValue(field, parameters[name], 'create');
    if ('error' in checked) errors.push({ field: `parameters.${name}`, message: checked.error });
    else if ('value' in checked) values[name] = checked.value;
  }
  for (const name of Object.keys(parameters))
    if (!Object.hasOwn(fields, name) || span?.includes(name))
      errors.push({ field: `parameters.${name}`, message: `${report.label} does not take this.` });
  if (span && period === null) errors.push({ field: 'period', message: 'Say which days it is about.' });
  if (!span && period !== null)
    errors.push({ field: 'period', message: `${report.label} is about no days.` });
  if (errors.length > 0) throw invalid(errors);
  if (span && period !== null) [values[span[0]], values[span[1]]] = daysOfPeriod(period, today());
  return values;
}

/** Refuses what cannot be sent, and addresses that it may not go to. @throws {Refusal} 422 */
export async function demandRecipients(
  parts: ScheduleParts,
  subject: Subject,
  recipients: readonly string[],
  owner: string,
): Promise<void> {
  const refuse = (message: string) => invalid([{ field: 'recipients', message }]);
  if (subject.is === 'report' && goesToMany(subject.served)) {
    if (recipients.length === 0) return;
    throw refuse(`${subject.served.report.label} goes to the owners; it takes no recipients.`);
  }
  if (recipients.length === 0) throw refuse('Name at least one recipient.');
  for (const to of recipients)
    if (subject.is === 'view') {
      const allowed = mailDomains(parts.config.reportAllowedDomains, owner);
      if (!isWithin(allowed, to))
        throw refuse(`Reports may be sent to addresses at ${allowed.join(', ')} only, which ${to} is not.`);
    } else {
      const { served, values } = subject;
      try {
        await demandServed(parts, served, { to, values }, owner);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // What is wrong with an address stands at the addresses.
        const { address } = served.report;
        throw invalid(
          error.errors.map(({ field, message }) =>
            field === address
              ? { field: 'recipients', message: `${to}: ${message}` }
              : { field: `parameters.${field}`, message },
          ),
        );
      }
    }
}

/** What a schedule sends, in words; of a view that is gone, that it is. With the model whose list the view is of. */
export async function subjectInWords(
  parts: ScheduleParts,
  runner: Runner,
  { report, view_id: view, owner }: Pick<StoredSchedule, 'report' | 'view_id' | 'owner'>,
): Promise<{ what: string; model: string | null }> {
  if (view === null) {
    const served = parts.reports.find((one) => one.report.name === report);
    return { what: served?.report.label ?? 'A report that is not there any more', model: null };
  }
  const found = await parts.viewOf(runner, owner, view).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (!found) return { what: 'A saved view that is not there as it was', model: null };
  return { what: `${found.resource.label[1]}: ${found.name}`, model: found.resource.name };
}
