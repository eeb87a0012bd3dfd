// node tests/conformance/cut/blob.mjs: from @azure/storage-blob in node_modules, which is generated from Azure's REST specifications.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { mappedOperation, MappedModels } from './azure-mapped.mjs';
import { writeDefinition } from './write.mjs';

const FOLDER = new URL('../../../node_modules/@azure/storage-blob', import.meta.url).pathname;
const GENERATED = `${FOLDER}/dist/commonjs/generated/src`;
const require = createRequire(import.meta.url);
const { StorageClient } = require(`${GENERATED}/index.js`);
const { KnownStorageErrorCode } = require(`${GENERATED}/models/index.js`);
const { version } = JSON.parse(readFileSync(`${FOLDER}/package.json`, 'utf8'));

const models = await MappedModels.of(`${FOLDER}/dist/esm/generated/src/models/mappers.js`, { isXml: true });
const client = new StorageClient('https://example.com', '2026-02-06');
const called = [
  ['container.listBlobFlatSegment', () => client.container.listBlobFlatSegment()],
  ['blob.download', () => client.blob.download()],
];
const operations = {};
for (const [name, call] of called)
  Object.assign(operations, await mappedOperation(client, models, name, call));
writeDefinition('blob/storage', {
  source: `@azure/storage-blob ${version}`,
  operations,
  codes: Object.values(KnownStorageErrorCode),
  schemas: models.schemas,
});
