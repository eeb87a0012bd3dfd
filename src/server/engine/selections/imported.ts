import type { PoolClient } from 'pg';
import { MOST_MATCHING } from '#kernel/bulk.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { mayBeGiven } from '#kernel/system-fields.ts';
import { grouped } from '#kernel/written.ts';
import { entryOf, NAMED_COLUMNS, AUTHOR, type StoredEntry } from '../history.ts';
import { keepsLinesOfMany } from '../writes/changes.ts';

/** What an import did to a record: the version that it made, and what the record was before; null where it was not there. */
interface ImportedLine {
  version: number;
  former: Values | null;
}

/**
 * What an import of a person did, by record, as its lines of history tell it.
 * @throws {Refusal} 404 where there is no such import of theirs, 409 where it is too large to be taken back at once, or
 * has no way back
 */
export async function importedLines(
  tx: PoolClient,
  resource: Resource,
  request: string,
  email: string,
): Promise<Map<number, ImportedLine>> {
  // Without a line for each new record nobody knows which ones the import has created.
  if (!keepsLinesOfMany(resource))
    throw conflict(
      `An import of ${resource.label[1]} has no way back: their history does not say who came with it.`,
    );
  const { rows } = await tx.query<StoredEntry & { record_id: number }>(
    `SELECT h.record_id, ${NAMED_COLUMNS} FROM record_history h ${AUTHOR}
      WHERE h.resource = $1 AND h.request_id = $2 AND h.by_email = $3 AND h.via @> '[{"kind":"import"}]'
      ORDER BY h.id LIMIT $4`,
    [resource.name, request, email, MOST_MATCHING + 1],
  );
  if (rows.length === 0) throw notFound(`An import of yours with the request ${request}`);
  if (rows.length > MOST_MATCHING)
    throw conflict(`An import of more than ${grouped(MOST_MATCHING)} records cannot be taken back at once.`);
  return new Map(
    rows.map((line) => {
      const { action, lock_version: version, changes } = entryOf(resource, line);
      const written = changes.filter(
        ({ field }) =>
          (resource.fields[field] !== undefined && resource.fields[field].writing !== 'never') ||
          mayBeGiven(resource, field, 'update'),
      );
      const isSecret = written.some(({ field }) => {
        const declared = resource.fields[field];
        return declared !== undefined && kindOf(declared).hidden;
      });
      if (action === 'update' && isSecret)
        throw conflict(
          'This import cannot be taken back: it has replaced a secret, whose former value is not kept.',
        );
      const former = Object.fromEntries(written.map(({ field, from }) => [field, from]));
      return [line.record_id, { version, former: action === 'update' ? former : null }];
    }),
  );
}
