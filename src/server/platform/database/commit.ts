import type pg from 'pg';

/**
 * Ends a transaction and makes sure that it was kept: where a statement failed in it and nobody passed the failure
 * on, PostgreSQL takes COMMIT without an error and rolls everything back.
 * @throws {Error} where nothing was kept
 */
export async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back, because a statement in it had failed unnoticed.');
}
