// node tests/conformance/cut/bigquery.mjs FOLDER: FOLDER is the package googleapis, which is generated from Google's discovery documents.
import { readFileSync } from 'node:fs';
import { Types } from './types.mjs';
import { writeDefinition } from './write.mjs';

const [, , folder] = process.argv;
const API = `${folder}/build/src/apis/bigquery/v2`;
const code = readFileSync(`${API}.js`, 'utf8');
const types = new Types([`${API}.d.ts`]);
const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));

/** Operations by path and method: their parameters, what is sent, and what is answered. */
const OPERATIONS = {
  'datasets.get': ['GET', 'projects/{+projectId}/datasets/{+datasetId}', null, 'Schema$Dataset'],
  'jobs.insert': ['POST', 'projects/{+projectId}/jobs', 'Schema$Job', 'Schema$Job'],
  'jobs.get': ['GET', 'projects/{+projectId}/jobs/{+jobId}', null, 'Schema$Job'],
  'jobs.getQueryResults': [
    'GET',
    'projects/{+projectId}/queries/{+jobId}',
    null,
    'Schema$GetQueryResultsResponse',
  ],
};

/** Members of the types are optional, and of the discovery documents as well. */
function parametersOf(name, path) {
  const [resource, method] = name
    .split('.')
    .map((part) => part[0].toUpperCase() + part.slice(1).toLowerCase());
  const type = `Params$Resource$${resource}$${method}`;
  types.of(type);
  const { properties } = types.schemas[type];
  const inQuery = Object.entries(properties).filter(
    ([one]) => one !== 'requestBody' && one !== 'media' && !path.includes(`{+${one}}`),
  );
  return { type: 'object', properties: Object.fromEntries(inQuery.map(plain)), additionalProperties: false };
}

/** A parameter is a text, a number or a truth value; none is null on the wire. */
function plain([name, schema]) {
  const { type = 'string' } = schema.anyOf?.[0] ?? schema;
  return [name, { type }];
}

function operation(name, [method, path, sent, answered]) {
  const isThere = code.includes(`'/bigquery/v2/${path}'`) && code.includes(`method: '${method}'`);
  if (!isThere) throw new Error(`Nothing describes ${method} ${path}.`);
  return {
    method,
    path: `/bigquery/v2/${path.replaceAll('{+', '{')}`,
    query: parametersOf(name, path),
    request: sent === null ? null : types.of(sent),
    answers: { 200: types.of(answered) },
  };
}

writeDefinition('bigquery/v2', {
  source: `googleapis ${version}`,
  operations: Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, given]) => [name, operation(name, given)]),
  ),
  schemas: types.schemas,
});
