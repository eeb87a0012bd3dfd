// node tests/conformance/cut/azure.mjs BILLING SUBSCRIPTIONS: the folders are the packages @azure/arm-billing and
// @azure/arm-resources-subscriptions; the others are in node_modules. All of them are generated from Azure's REST specifications.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { mappedOperation, MappedModels } from './azure-mapped.mjs';
import { moduleOperation, modelsOf } from './azure-modules.mjs';
import { writeDefinition } from './write.mjs';

const require = createRequire(import.meta.url);
const [, , billing, subscriptions] = process.argv;
const packageOf = (name) => {
  // Its export lists have no package.json.
  const folder = `${dirname(new URL(import.meta.url).pathname)}/../../../node_modules/@azure/${name}`;
  return { folder, version: JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).version };
};

/** Packages whose operations are data: file, models, client, and calls of the client. */
const MAPPED = [
  [
    'arm-subscriptions',
    'dist/esm/models/mappers.js',
    (sdk, credential) => new sdk.SubscriptionClient(credential),
    {
      'subscriptions.alias.beginCreate': (client) => client.alias.beginCreate('alias', { properties: {} }),
      'subscriptions.alias.get': (client) => client.alias.get('alias'),
      'subscriptions.alias.delete': (client) => client.alias.delete('alias'),
      'subscriptions.subscription.cancel': (client) => client.subscription.cancel('id'),
      'subscriptions.subscription.enable': (client) => client.subscription.enable('id'),
    },
  ],
  [
    'arm-managementgroups',
    'dist-esm/src/models/mappers.js',
    (sdk, credential) => new sdk.ManagementGroupsAPI(credential),
    {
      'groups.entities.list': (client) => client.entities.list().next(),
      'groups.managementGroupSubscriptions.getSubscription': (client) =>
        client.managementGroupSubscriptions.getSubscription('group', 'id'),
      'groups.managementGroupSubscriptions.create': (client) =>
        client.managementGroupSubscriptions.create('group', 'id'),
    },
  ],
  [
    'arm-authorization',
    'dist-esm/src/models/mappers.js',
    (sdk, credential) => new sdk.AuthorizationManagementClient(credential, ''),
    {
      'authorization.roleDefinitions.list': (client) => client.roleDefinitions.list('scope').next(),
      'authorization.roleAssignments.create': (client) =>
        client.roleAssignments.create('scope', 'name', { roleDefinitionId: '', principalId: '' }),
    },
  ],
  [
    'arm-consumption',
    'dist-esm/src/models/mappers.js',
    (sdk, credential) => new sdk.ConsumptionManagementClient(credential, ''),
    {
      'consumption.budgets.get': (client) => client.budgets.get('scope', 'name'),
      'consumption.budgets.createOrUpdate': (client) => client.budgets.createOrUpdate('scope', 'name', {}),
    },
  ],
];

/** Packages whose operations are code: the folder of the operations, the models, and the operations. */
const MODULES = [
  [
    'arm-resources',
    ['models/models'],
    {
      'resources.resources.getById': ['api/resources/operations', 'getById'],
      'resources.providers.get': ['api/providers/operations', 'get'],
      'resources.providers.register': ['api/providers/operations', 'register'],
      'resources.tagsOperations.getAtScope': ['api/tagsOperations/operations', 'getAtScope'],
      'resources.tagsOperations.updateAtScope': ['api/tagsOperations/operations', 'updateAtScope'],
    },
  ],
  [
    'arm-policy',
    ['models/models'],
    {
      'policies.policyAssignments.get': ['api/policyAssignments/operations', 'get'],
      'policies.policyAssignments.create': ['api/policyAssignments/operations', 'create'],
    },
  ],
  [
    'arm-resourcegraph',
    ['models/resourceGraphApi/models', 'models/resourceGraphCommon/models'],
    { 'graph.resources': ['api/operations', 'resources'] },
  ],
];

for (const [name, mappers, open, calls] of MAPPED) {
  const { folder, version } = packageOf(name);
  const models = await MappedModels.of(`${folder}/${mappers}`);
  const client = open(require(`@azure/${name}`), { getToken: async () => null });
  const operations = {};
  for (const [operation, call] of Object.entries(calls))
    Object.assign(operations, await mappedOperation(client, models, operation, call));
  writeDefinition(`azure/${name.replace('arm-', '')}`, {
    source: `@azure/${name} ${version}`,
    operations,
    schemas: models.schemas,
  });
}

/** What is read as a resource by its id, in a version of its own: of these packages the models alone are used. */
const BY_ID = [
  [
    billing,
    'dist-esm/src',
    'billing',
    '/{+scope}/billingPermissions',
    'BillingPermissionsListResult',
    'ErrorResponse',
  ],
  [subscriptions, 'dist/esm', 'subscription', '/subscriptions/{id}', 'Subscription', 'CloudError'],
];
for (const [folder, build, file, path, answered, failed] of BY_ID) {
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const models = await MappedModels.of(`${folder}/${build}/models/mappers.js`);
  const operation = {
    method: 'GET',
    path,
    query: {
      type: 'object',
      properties: { 'api-version': { type: 'string', format: 'date' } },
      required: ['api-version'],
      additionalProperties: false,
    },
    request: null,
    answers: { 200: models.named(answered), default: models.named(failed) },
  };
  const operations = { [`${path} by its id`]: operation };
  writeDefinition(`azure/${file}`, { source: `${name} ${version}`, operations, schemas: models.schemas });
}

for (const [name, files, wanted] of MODULES) {
  const { folder, version } = packageOf(name);
  const models = modelsOf(`${folder}/dist/esm`, files);
  const operations = Object.fromEntries(
    Object.entries(wanted).map(([operation, [file, called]]) => [
      operation,
      moduleOperation(`${folder}/dist/esm/${file}.js`, called, models),
    ]),
  );
  writeDefinition(`azure/${name.replace('arm-', '')}`, {
    source: `@azure/${name} ${version}`,
    operations,
    schemas: models.schemas,
  });
}
