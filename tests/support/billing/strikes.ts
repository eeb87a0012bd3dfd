import type { TestPortal } from '#tests/support/portal.ts';

/** What is written while a run is read, allocated and booked. */
const STRUCK = [
  'billing_invoices',
  'billing_sums',
  'billing_accounts',
  'billing_shares',
  'billing_postings',
  'billing_exceptions',
  'billing_bills',
  'cloud_bills',
];

/** How a statement is interrupted: by a failure, by a disk that is full, or by the loss of its connection. */
export type Blow = 'failure' | 'full disk' | 'lost connection';

/**
 * Lets statements that write what a run becomes be interrupted, each once, in the middle of its transaction.
 * @returns what says from now on which ones are, counted from the next one that writes
 */
export async function strikes({ db }: Pick<TestPortal, 'db'>) {
  await db.query('CREATE SEQUENCE strikes');
  await db.query('CREATE TABLE strikes_at (n bigint PRIMARY KEY, blow text NOT NULL)');
  await db.query(`CREATE FUNCTION strike() RETURNS trigger LANGUAGE plpgsql AS $$
    -- A sequence is not rolled back, so what is tried again goes on behind the blow.
    DECLARE
      turn bigint := nextval('strikes');
      struck text := (SELECT blow FROM strikes_at WHERE n = turn);
    BEGIN
      IF struck = 'failure' THEN RAISE EXCEPTION 'struck'; END IF;
      IF struck = 'full disk' THEN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END IF;
      IF struck IS NOT NULL THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
      RETURN NULL;
    END $$`);
  for (const table of STRUCK)
    await db.query(
      `CREATE TRIGGER struck BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION strike()`,
    );
  return async (blows: readonly { at: number; blow: Blow }[]): Promise<void> => {
    await db.query('TRUNCATE strikes_at RESTART IDENTITY');
    await db.query(`SELECT setval('strikes', 1, false)`);
    await db.query(
      'INSERT INTO strikes_at SELECT at, blow FROM jsonb_to_recordset($1) AS given(at bigint, blow text)',
      [JSON.stringify(blows)],
    );
  };
}
