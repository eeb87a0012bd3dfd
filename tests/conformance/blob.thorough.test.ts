import { expect, it, onTestFinished } from 'vitest';
import { azureBills } from '#server/modules/billing/intake/sources/azure.ts';
import { SIMULATOR_ACCOUNT, startBlobs } from '#simulators/objects/blobs.ts';
import { blobJudge } from './blob.ts';
import { conformanceOf } from './conforming.ts';
import { recorderBefore } from './proxy.ts';

const FOLDER = 'costs/monthly';
const OF_MARCH = `${FOLDER}/20260301-20260331/r-1`;

const failing = (call: Promise<unknown>) => call.catch((error: unknown) => error);

it("Azure's blobs: everything that is said to fetch a bill is of their specification", async () => {
  const blobs = await startBlobs('bills', 1);
  onTestFinished(() => blobs.close());
  const paths = [`${OF_MARCH}/part_0_0001.csv`, `${OF_MARCH}/part_1_0001.csv`];
  for (const path of paths) blobs.put(path, 'a\n1\n');
  const manifest = {
    blobCount: 2,
    dataRowCount: 2,
    runInfo: { runId: 'r-1' },
    blobs: paths.map((blobName) => ({ blobName, byteCount: 4, dataRowCount: 1 })),
  };
  blobs.put(`${OF_MARCH}/manifest.json`, JSON.stringify(manifest));
  const { url, exchanges } = await recorderBefore(blobs.url);
  const container = `${url}/${SIMULATOR_ACCOUNT.account}/bills`;
  const reached = {
    container,
    folder: FOLDER,
    setting: 'BILL_SOURCE_AZURE',
    tenant: null,
    key: SIMULATOR_ACCOUNT,
  };
  const source = azureBills(reached, true, async () => reached);
  const { signal } = new AbortController();
  const { files } = await source.find('2026-03', 'once', signal);
  const [file] = files;
  if (!file) throw new Error('The export has no file.');
  expect(Buffer.concat(await Array.fromAsync(source.read(file, signal))).toString()).toBe('a\n1\n');
  await failing(Array.fromAsync(source.read({ ...file, path: `${OF_MARCH}/none.csv` }, signal)));
  await failing(Array.fromAsync(source.read({ ...file, tag: '0x1' }, signal)));
  for (const fault of ['denied', 'throttled', 'failing'] as const)
    for (const operation of ['list', 'get'] as const) {
      blobs.faults.plan(operation, fault);
      await failing(
        operation === 'list'
          ? source.find('2026-03', 'again', signal)
          : Array.fromAsync(source.read(file, signal)),
      );
    }
  const elsewhere = { ...reached, container: `${container}-of-nobody` };
  await failing(azureBills(elsewhere, true, async () => elsewhere).find('2026-03', 'nowhere', signal));

  const { faults, operations } = conformanceOf(blobJudge(SIMULATOR_ACCOUNT.account), exchanges);
  expect(faults).toEqual([]);
  expect([...operations].toSorted()).toEqual(['blob.download', 'container.listBlobFlatSegment']);
});
