import { conflict, invalid } from '#kernel/errors.ts';
import { parseId } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import { driftFindings, driftKinds, type DriftKind } from '#resources/drift-findings.ts';
import { DRIFT_SUBJECTS } from '#resources/drift-repairs.ts';
import { noRecord } from '#server/engine/records.ts';
import { quoted } from '#server/engine/sql.ts';
import type { Runner } from '#server/platform/database/database.ts';

/** The kind and the record that the id of a finding names. */
export interface Subject {
  finding: string;
  kind: DriftKind;
  id: number;
}

/** @throws {Refusal} 404 for what is no id of a finding */
export function readSubject(finding: string): Subject {
  const [, word = '', written = ''] = /^([a-z_]+)-(\d{1,10})-[0-9a-f]{12}$/.exec(finding) ?? [];
  const kind = driftKinds.find((one) => one === word);
  const id = parseId(written);
  if (kind === undefined || id === null) throw noRecord(driftFindings, finding.slice(0, 60));
  return { finding, kind, id };
}

/**
 * The finding as it is, whose record nobody changes until the transaction ends.
 * @throws {Refusal} 404 without the record, 409 where it is no such finding any more
 */
export async function holdFinding(tx: Runner, { finding, kind, id }: Subject): Promise<Values> {
  const locked = await tx.query({
    text: `SELECT id FROM ${quoted(DRIFT_SUBJECTS[kind])} WHERE id = $1 FOR NO KEY UPDATE`,
    values: [id],
  });
  if (locked.rows.length === 0) throw noRecord(driftFindings, finding);
  return readFinding(tx, { finding, kind, id });
}

/**
 * The finding as it is.
 * @throws {Refusal} 409 where it is no such finding any more
 */
export async function readFinding(tx: Runner, { finding, kind, id }: Subject): Promise<Values> {
  const { rows } = await tx.query<Values>({
    text: 'SELECT * FROM drift_findings WHERE kind = $1 AND subject_id = $2 AND id = $3',
    values: [kind, id, finding],
  });
  if (!rows[0]) throw conflict('Somebody has repaired it or changed it meanwhile. Look at the list again.');
  return rows[0];
}

/** Who is to own something. */
export interface NewOwner {
  id: number;
  email: string;
}

/**
 * The cloud contact of this address.
 * @throws {Refusal} 422 where there is none, or where they cannot own anything any more
 */
export async function findOwner(tx: Runner, to: string | null | undefined): Promise<NewOwner> {
  const refuse = (message: string) => invalid([{ field: 'to', message }]);
  if (!to?.trim() || to.length > 254)
    throw refuse('Say who is to be the owner, by the address of a cloud contact.');
  const { rows } = await tx.query<NewOwner & { terminated: boolean; departed: boolean }>({
    text: `SELECT k.id, k.email, k.terminated,
        EXISTS (SELECT FROM departed_people d WHERE d.key = lower(btrim(k.email))) AS departed
      FROM cloud_contacts k WHERE lower(btrim(k.email)) = lower(btrim($1))`,
    values: [to],
  });
  const [owner] = rows;
  if (!owner) throw refuse(`${to.trim()} is no cloud contact. Add one with this address first.`);
  if (owner.terminated) throw refuse(`${owner.email} is terminated, and cannot own anything.`);
  if (owner.departed)
    throw refuse(`${owner.email} left the directory or may no longer sign in, and cannot own anything.`);
  return owner;
}
