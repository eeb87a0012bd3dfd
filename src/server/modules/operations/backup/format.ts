import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/**
 * A backup is a gzip'd tar:
 *
 *     header.json               what is in it, and of which version
 *     0001.cost_centers/000001  the rows of each table in turn, as COPY writes them, in pieces
 *     …
 *     trailer.json              rows and SHA-256 of each table, and a seal over all of it
 *
 * A file without its trailer is not whole. The seal is made with the portal's secret key, so that nobody else can
 * make a file that passes.
 */
export const FORMAT = 1;
export const HEADER = 'header.json';
export const TRAILER = 'trailer.json';
/** Bytes of one piece. */
export const PIECE = 1024 * 1024;
/** Header and trailer are read whole. */
export const LONGEST_TEXT = 4 * 1024 * 1024;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const named = { schema: z.string(), name: z.string() };

const contentsSchema = z.object({
  /** Of the server that it was read from. */
  postgres: z.string(),
  /** Of pg-boss's tables; null where there were none. */
  queue_version: z.number().nullable(),
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })),
  tables: z.array(z.object({ ...named, columns: z.array(z.string()).min(1) })),
  /** Parts of tables that were made while the portal ran. Backups from before there were any say nothing of them. */
  partitions: z
    .array(z.object({ ...named, parent: z.string(), bound: z.string().regex(/^FOR VALUES IN \(\d+\)$/) }))
    .default([]),
  /** `next` is the number that comes next, in digits. */
  sequences: z.array(z.object({ ...named, next: z.string().regex(/^-?\d+$/) })),
});
/** The contents of a backup, without the rows. */
export type Contents = z.output<typeof contentsSchema>;

/** The first file of a backup. */
export const headerSchema = contentsSchema.extend({
  format: z.literal(FORMAT),
  /** The version of Skyledger that wrote it. */
  skyledger: z.string(),
  made_at: z.iso.datetime(),
  /** Shows whether a portal has the secret key that the kept secrets need, without revealing the key. */
  key_fingerprint: z.string(),
});
export type Header = z.output<typeof headerSchema>;

const tableSumSchema = z.object({ rows: z.number(), bytes: z.number(), sha256 });
/** Count, size and hash of the rows of one table once they were written or read. */
export type TableSum = z.output<typeof tableSumSchema>;

/** The last file of a backup. */
export const trailerSchema = z.object({
  header_sha256: sha256,
  /** In the order of the header's tables. */
  tables: z.array(tableSumSchema),
  seal: sha256,
});
export type Trailer = z.output<typeof trailerSchema>;

/** Where the rows of the header's table number `at` are, without the number of the piece. */
export function folderOf(at: number, { name }: { name: string }): string {
  return `${String(at + 1).padStart(4, '0')}.${name}/`;
}

/** 16 hex digits by which a secret key is recognised; they reveal nothing of it. */
export function keyFingerprint(secretKey: Buffer): string {
  return createHmac('sha256', secretKey).update('fingerprint').digest('hex').slice(0, 16);
}

/** The seal of a backup in hex digits: HMAC-SHA256, with the portal's key, of what the trailer says. */
export function sealOf({ header_sha256, tables }: Omit<Trailer, 'seal'>, secretKey: Buffer): string {
  const sums = tables.map(({ rows, bytes, sha256: sum }) => `${rows} ${bytes} ${sum}`);
  return createHmac('sha256', secretKey)
    .update(['backup', header_sha256, ...sums].join('\n'))
    .digest('hex');
}

/** Whether the backup with this trailer was made with this key. */
export function isSealedWith(trailer: Trailer, secretKey: Buffer): boolean {
  return timingSafeEqual(Buffer.from(trailer.seal, 'hex'), Buffer.from(sealOf(trailer, secretKey), 'hex'));
}
