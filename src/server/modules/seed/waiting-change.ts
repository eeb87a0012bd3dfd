import { requestTemplates } from '#resources/request-templates.ts';
import { keepWaiting } from '#server/engine/review/keep-waiting.ts';
import { addDays } from './days.ts';
import { idsBy, type Filling } from './read-example.ts';

const ADMIN = { email: 'maya.okafor@example.com', name: 'Maya Okafor' };
const ASKER = { email: 'jonas.lindqvist@example.com', name: 'Jonas Lindqvist' };
const FIELDS = ['placed_in', 'cost_center', 'budget_amount'];

/** A second person approves where templates put accounts, who pays and how much; one change waits. Nobody is mailed about it. */
export async function addWaitingChange({ tx, services, today }: Filling): Promise<void> {
  const requested = addDays(today, -2);
  await tx.query('INSERT INTO change_rules (model, fields, updated_by) VALUES ($1, $2, $3)', [
    requestTemplates.name,
    FIELDS,
    ADMIN.email,
  ]);
  await tx.query(
    `INSERT INTO change_rule_events (model, at, by_email, by_name, asked_reason, asks_reason, fields_before, fields)
     VALUES ($1, $2::date, $3, $4, false, false, '{}', $5)`,
    [requestTemplates.name, addDays(today, -30), ADMIN.email, ADMIN.name, FIELDS],
  );
  const idOf = await idsBy(tx, requestTemplates.name, 'name');
  const change = { id: idOf('AWS Sandbox'), values: { budget_amount: '800.00' }, version: null };
  const who = { actor: ASKER, requestId: 'example-data', reason: 'Training a model does not fit into 500' };
  const { id } = await keepWaiting(services, tx, requestTemplates, [change], who);
  await tx.query('UPDATE waiting_changes SET at = $2::date WHERE id = $1', [id, requested]);
}
