import path from 'node:path';
import type { BillProvider } from '#kernel/billing/runs.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { billBegin } from '../bill-lines.ts';
import { isManifest } from '../manifest.ts';
import type { BillFile } from '../open-bill.ts';
import type { KeptBill } from '../begin/bill-files.ts';
import { NOTHING_STATED } from '../begin/bill-written.ts';
import { fetchBegin, fetchFile, tagKeys, withOwnFolder } from '../begin/fetch-bill.ts';
import type { BillSource } from './source.ts';

type Cloud = Pick<BillSource, 'provider'>;

/**
 * Whose format an export is written in, by the columns of its first file: the cloud's own, or FOCUS, which AWS and Azure write
 * into the same places.
 * @returns the cloud where it is neither, so that the run says why
 */
export async function writtenAs(
  { db, folder, signal }: { db: Database; folder: string; signal: AbortSignal },
  source: Cloud,
  kept: readonly KeptBill[],
): Promise<BillProvider> {
  const first = kept.find(({ name }) => !isManifest(name));
  if (!first) return source.provider;
  return withOwnFolder(folder, async (own) => {
    const to = path.join(own, 'begin');
    return formatOf((await fetchBegin(db, first, to)) ?? (await fetchFile(db, first, to)), source, signal);
  });
}

/** The same by its first file on the disk. */
export async function formatOf(
  first: BillFile,
  { provider: cloud }: Cloud,
  signal: AbortSignal,
): Promise<BillProvider> {
  const isOf = async (provider: BillProvider) => {
    const options = { provider, currency: null, reference: null, month: null, tagKeys, ...NOTHING_STATED };
    try {
      await billBegin({ files: [first], ...options }, signal);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) return false;
      throw error;
    }
  };
  return !(await isOf(cloud)) && (await isOf('focus')) ? 'focus' : cloud;
}
