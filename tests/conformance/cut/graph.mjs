// node tests/conformance/cut/graph.mjs FOLDER: FOLDER is the package @microsoft/msgraph-sdk-users.
import { globSync, readFileSync } from 'node:fs';
import { Types } from './types.mjs';
import { writeDefinition } from './write.mjs';

const [, , folder] = process.argv;
const MODULES = new URL('../../../node_modules/', import.meta.url).pathname;
const TYPES = `${MODULES}@microsoft/microsoft-graph-types`;
const versionOf = (path) => JSON.parse(readFileSync(`${path}/package.json`, 'utf8')).version;

const sources = globSync(`${folder}/users/**/index.js`)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
/** The query options of a path below /users; those of the same path below /groups are the same in Graph. */
function optionsOf(path) {
  const start = sources.indexOf(`"{+baseurl}${path}{?`);
  if (start === -1) throw new Error(`Nothing describes ${path}.`);
  const [, list] = /\{\?([^}]*)\}/.exec(sources.slice(start)) ?? [];
  const names = decodeURIComponent(list).split(',');
  // Tokens of pages come in the links that Graph answers.
  return Object.fromEntries(
    [...names, '$skiptoken', '$deltatoken'].map((name) => [name, { type: 'string' }]),
  );
}

const types = new Types([`${TYPES}/microsoft-graph.d.ts`]);
const reference = {
  type: 'object',
  properties: { '@odata.type': { type: 'string' }, id: { type: 'string' } },
};
/** What every object may carry besides its members: annotations of OData, and in a delta what changed of a list. */
const ANNOTATIONS = {
  '^[^@]*@odata\\.[A-Za-z.]+$': {},
  '^@removed$': {
    type: 'object',
    properties: { reason: { enum: ['changed', 'deleted'] } },
    required: ['reason'],
    additionalProperties: false,
  },
  '^(members|owners)@delta$': { type: 'array', items: { $ref: '#/schemas/Reference' } },
};

/** An entity with its own values; other entities and complex values in it are not looked into. */
function entity(name) {
  types.of(name);
  const { properties } = types.schemas[name];
  const plain = Object.entries(properties).map(([member, schema]) => [
    member,
    JSON.stringify(schema).includes('$ref') ? {} : schema,
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(plain),
    patternProperties: ANNOTATIONS,
    additionalProperties: false,
  };
}

const schemas = {
  ...Object.fromEntries(
    ['User', 'Group', 'DirectoryRole', 'AdministrativeUnit'].map((name) => [name, entity(name)]),
  ),
  Reference: { ...reference, patternProperties: ANNOTATIONS, required: ['id'], additionalProperties: false },
  // As models/oDataErrors of @microsoft/msgraph-sdk has it.
  ODataError: {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          target: { type: ['string', 'null'] },
          details: { type: 'array' },
          innerError: {
            type: 'object',
            properties: {
              'client-request-id': { type: 'string' },
              date: { type: 'string' },
              'request-id': { type: 'string' },
              '@odata.type': { type: 'string' },
            },
            additionalProperties: false,
          },
        },
        required: ['code', 'message'],
        additionalProperties: false,
      },
    },
    required: ['error'],
    additionalProperties: false,
  },
};

const ERRORS = { '4XX': { $ref: '#/schemas/ODataError' }, '5XX': { $ref: '#/schemas/ODataError' } };
const link = { type: 'string', format: 'uri' };

function listing(path, like, items, isDelta = false) {
  return {
    method: 'GET',
    path,
    query: { type: 'object', properties: optionsOf(like), additionalProperties: false },
    request: null,
    answers: {
      200: {
        type: 'object',
        properties: {
          '@odata.context': link,
          '@odata.count': { type: 'integer' },
          '@odata.nextLink': link,
          ...(isDelta && { '@odata.deltaLink': link }),
          value: { type: 'array', items },
        },
        required: ['value'],
        additionalProperties: false,
      },
      ...ERRORS,
    },
  };
}

const none = { type: 'object', additionalProperties: false };
const adding = (path) => ({
  method: 'POST',
  path,
  query: none,
  request: {
    type: 'object',
    properties: {
      '@odata.id': { type: 'string', format: 'uri', pattern: '/(directoryObjects|users)/[^/]+$' },
    },
    required: ['@odata.id'],
    additionalProperties: false,
  },
  answers: { 204: null, ...ERRORS },
});

const anyOf = ['Group', 'DirectoryRole', 'AdministrativeUnit'].map((name) => ({ $ref: `#/schemas/${name}` }));
writeDefinition('graph/v1.0', {
  source: `@microsoft/microsoft-graph-types ${versionOf(TYPES)}; query options of @microsoft/msgraph-sdk-users ${versionOf(folder)}`,
  prefix: '/v1.0',
  operations: {
    'GET /users': listing('/users', '/users', { $ref: '#/schemas/User' }),
    'GET /users/delta': listing('/users/delta', '/users/delta()', { $ref: '#/schemas/User' }, true),
    'GET /users/{}/transitiveMemberOf': listing(
      '/users/{id}/transitiveMemberOf',
      '/users/{user%2Did}/transitiveMemberOf',
      { anyOf },
    ),
    'GET /groups': listing('/groups', '/users', { $ref: '#/schemas/Group' }),
    'GET /groups/delta': listing('/groups/delta', '/users/delta()', { $ref: '#/schemas/Group' }, true),
    'POST /groups/{}/members/$ref': adding('/groups/{id}/members/$ref'),
    'DELETE /groups/{}/members/{}/$ref': {
      method: 'DELETE',
      path: '/groups/{id}/members/{member}/$ref',
      query: none,
      request: null,
      answers: { 204: null, ...ERRORS },
    },
    'POST /groups/{}/owners/$ref': adding('/groups/{id}/owners/$ref'),
  },
  schemas,
});
