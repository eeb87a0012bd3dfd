import { azureMca } from './bill-files.ts';
import { zipped } from '../zipped.ts';

/**
 * An archive whose first rows are those of a bill of Azure, and whose run fails once all of it was read: its part has fewer rows than
 * the manifest says.
 */
export const failingBill = (): Promise<Buffer> =>
  zipped({
    'manifest.json': JSON.stringify({ blobs: [{ blobName: 'part_0_0001.csv', dataRowCount: 2 }] }),
    'part_0_0001.csv': azureMca([{ account: 'failing', amount: '1.00', invoice: 'failing' }]),
  });
