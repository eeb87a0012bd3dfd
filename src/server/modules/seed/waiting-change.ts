import { companies } from '#resources/companies.ts';
import { keepWaiting } from '#server/engine/review/keep-waiting.ts';
import { addDays } from './days.ts';
import { idsBy, type Filling } from './read-example.ts';

const ADMIN = { email: 'maya.okafor@example.com', name: 'Maya Okafor' };
const ASKER = { email: 'jonas.lindqvist@example.com', name: 'Jonas Lindqvist' };
const FIELDS = ['aws_gl', 'gcp_gl', 'azure_gl'];

/** The GL accounts of companies are approved by a second person, and the change of one waits for them. Nobody is mailed about it. */
export async function addWaitingChange({ tx, services, today }: Filling): Promise<void> {
  const asked = addDays(today, -2);
  await tx.query('INSERT INTO change_rules (model, fields, updated_by) VALUES ($1, $2, $3)', [
    companies.name,
    FIELDS,
    ADMIN.email,
  ]);
  await tx.query(
    `INSERT INTO change_rule_events (model, at, by_email, by_name, asked_reason, asks_reason, fields_before, fields)
     VALUES ($1, $2::date, $3, $4, false, false, '{}', $5)`,
    [companies.name, addDays(today, -30), ADMIN.email, ADMIN.name, FIELDS],
  );
  const idOf = await idsBy(tx, companies.name, 'code');
  const change = { id: idOf('2400'), values: { azure_gl: '520119' }, version: null };
  const who = { actor: ASKER, requestId: 'example-data', reason: 'The new chart of accounts of Sweden' };
  const { id } = await keepWaiting(services, tx, companies, [change], who);
  await tx.query('UPDATE waiting_changes SET at = $2::date WHERE id = $1', [id, asked]);
}
