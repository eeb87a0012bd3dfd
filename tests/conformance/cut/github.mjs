// node tests/conformance/cut/github.mjs FOLDER: FOLDER is the package @octokit/openapi.
import { readFileSync } from 'node:fs';
import { writeDefinition } from './write.mjs';

const [, , folder] = process.argv;
const read = (name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
const { version } = read('package.json');
const api = read('generated/api.github.com.json');

const OPERATIONS = [
  'POST /app/installations/{installation_id}/access_tokens',
  'GET /orgs/{org}/copilot/billing/seats',
  'DELETE /orgs/{org}/copilot/billing/selected_users',
  'POST /orgs/{org}/copilot/billing/selected_users',
  'GET /orgs/{org}/installation',
  'GET /orgs/{org}/members/{username}/copilot',
];

/** Words of OpenAPI that say nothing about what is valid. */
const SILENT = new Set(['example', 'examples', 'description', 'title', 'externalDocs', 'deprecated', 'xml']);

/** A schema of OpenAPI 3.0 as JSON schema, in which an object has no other members than it says. */
function schemaOf(given, isPart = false) {
  if (Array.isArray(given)) return given.map((one) => schemaOf(one, isPart));
  if (typeof given !== 'object' || given === null) return given;
  if (given.$ref !== undefined) return { $ref: given.$ref.replace('#/components/schemas/', '#/schemas/') };
  const { nullable, ...rest } = given;
  const made = {};
  for (const [key, value] of Object.entries(rest)) {
    if (SILENT.has(key) || key.startsWith('x-')) continue;
    if (key === 'properties')
      made.properties = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, schemaOf(one)]));
    else made[key] = schemaOf(value, ['allOf', 'anyOf', 'oneOf'].includes(key));
  }
  const isClosed = made.properties !== undefined || made.allOf !== undefined;
  if (isClosed && !isPart && made.additionalProperties === undefined) made.unevaluatedProperties = false;
  if (nullable !== true) return made;
  if (made.enum !== undefined && !made.enum.includes(null)) made.enum.push(null);
  return { anyOf: [made, { type: 'null' }] };
}

const follow = (value) =>
  value.$ref === undefined
    ? value
    : value.$ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key], api);
const bodyOf = (value) => {
  const json = Object.entries(value?.content ?? {}).find(([type]) => /json/.test(type));
  return json === undefined ? null : schemaOf(json[1].schema);
};

function operation(name) {
  const [method, path] = name.split(' ');
  const found = api.paths[path][method.toLowerCase()];
  const parameters = [...(api.paths[path].parameters ?? []), ...(found.parameters ?? [])].map(follow);
  const query = Object.fromEntries(
    parameters.filter((one) => one.in === 'query').map((one) => [one.name, schemaOf(one.schema)]),
  );
  return {
    method,
    path,
    query: { type: 'object', properties: query, additionalProperties: false },
    request: found.requestBody === undefined ? null : bodyOf(follow(found.requestBody)),
    ...(found.requestBody !== undefined && found.requestBody.required !== true && { optionalBody: true }),
    answers: Object.fromEntries(
      Object.entries(found.responses).map(([status, answer]) => [status, bodyOf(follow(answer))]),
    ),
  };
}

writeDefinition('github/api', {
  source: `@octokit/openapi ${version}, api.github.com.json: GitHub's rest-api-description ${api.info.version}`,
  operations: Object.fromEntries(OPERATIONS.map((name) => [name, operation(name)])),
  schemas: Object.fromEntries(
    Object.entries(api.components.schemas).map(([name, schema]) => [name, schemaOf(schema)]),
  ),
});
