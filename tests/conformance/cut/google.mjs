// node tests/conformance/cut/google.mjs: from the protos that Google's packages in node_modules bring.
import { readFileSync } from 'node:fs';
import { writeDefinition } from './write.mjs';

const MODULES = new URL('../../../node_modules/', import.meta.url);
const read = (file) => readFileSync(new URL(file, MODULES), 'utf8');
const readJson = (file) => JSON.parse(read(file));

/** Packages, the client of each service as the portal calls it, and the methods. */
const SERVICES = [
  [
    'resource-manager',
    'google.cloud.resourcemanager.v3',
    {
      projects: [
        'Projects',
        'CreateProject DeleteProject GetIamPolicy GetProject MoveProject SetIamPolicy UndeleteProject UpdateProject',
      ],
      folders: ['Folders', 'GetFolder SearchFolders'],
      organizations: ['Organizations', 'GetOrganization'],
    },
  ],
  [
    'billing',
    'google.cloud.billing.v1',
    { billing: ['CloudBilling', 'GetBillingAccount GetProjectBillingInfo UpdateProjectBillingInfo'] },
  ],
  [
    'billing-budgets',
    'google.cloud.billing.budgets.v1',
    { budgets: ['BudgetService', 'ListBudgets CreateBudget'] },
  ],
  [
    'service-usage',
    'google.api.serviceusage.v1',
    { services: ['ServiceUsage', 'BatchGetServices BatchEnableServices'] },
  ],
  ['asset', 'google.cloud.asset.v1', { assets: ['AssetService', 'SearchAllResources SearchAllIamPolicies'] }],
];

/** How the portal reads the operations of a package, and the client that says where they are. */
const OPERATIONS = {
  'resource-manager': ['readJson', 'v3/projects_client.js'],
  'service-usage': ['readServicesJson', 'v1/service_usage_client.js'],
};

/** Google's system parameters, which every method takes. */
const SYSTEM = { $alt: { type: 'string' }, alt: { type: 'string' }, prettyPrint: { type: 'boolean' } };

const SCALARS = {
  string: { type: 'string' },
  bytes: { type: 'string' },
  bool: { type: 'boolean' },
  double: { type: 'number' },
  float: { type: 'number' },
  int32: { type: 'integer' },
  uint32: { type: 'integer' },
  // 64 bits are strings in JSON.
  int64: { type: 'string', pattern: '^-?\\d+$' },
  uint64: { type: 'string', pattern: '^\\d+$' },
};

/** The messages that JSON has in a form of their own. */
const WELL_KNOWN = {
  'google.protobuf.Timestamp': { type: 'string', format: 'date-time' },
  'google.protobuf.Duration': { type: 'string', pattern: '^-?\\d+(\\.\\d+)?s$' },
  'google.protobuf.FieldMask': { type: 'string' },
  'google.protobuf.Struct': { type: 'object' },
  'google.protobuf.Value': {},
  'google.protobuf.ListValue': { type: 'array' },
  'google.protobuf.Any': {
    type: 'object',
    properties: { '@type': { type: 'string' } },
    required: ['@type'],
  },
};

class Protos {
  schemas = {};

  constructor(root) {
    this.root = root;
  }

  find(path) {
    return path.split('.').reduce((at, name) => at?.nested?.[name], this.root);
  }

  /** The full name of a type that is named within a scope. */
  resolve(name, scope) {
    for (let parts = scope.split('.'); ; parts = parts.slice(0, -1)) {
      const full = [...parts, name].join('.');
      if (WELL_KNOWN[full] !== undefined || this.find(full) !== undefined) return full;
      if (parts.length === 0) throw new Error(`${scope} names ${name}, which is nowhere.`);
    }
  }

  typed(type, scope) {
    if (SCALARS[type] !== undefined) return SCALARS[type];
    const full = this.resolve(type, scope);
    if (WELL_KNOWN[full] !== undefined) return WELL_KNOWN[full];
    const found = this.find(full);
    // The portal's clients ask for enumerations as numbers.
    if (found.values) return { enum: [...Object.keys(found.values), ...Object.values(found.values)] };
    if (!(full in this.schemas)) {
      this.schemas[full] = {};
      this.schemas[full] = this.message(full, Object.keys(found.fields ?? {}));
    }
    return { $ref: `#/schemas/${full}` };
  }

  field(field, scope) {
    if (field.keyType !== undefined)
      return { type: 'object', additionalProperties: this.typed(field.type, scope) };
    const one = this.typed(field.type, scope);
    return field.rule === 'repeated' ? { type: 'array', items: one } : one;
  }

  /** A message, of which only some fields count. */
  message(full, names) {
    const { fields = {} } = this.find(full);
    const isRequired = (name) => JSON.stringify(fields[name].options ?? {}).includes('"REQUIRED"');
    const required = names.filter(isRequired);
    return {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, this.field(fields[name], full)])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    };
  }

  /** What of a request is in the query: fields of messages with the path to them. */
  query(full, names, prefix = '') {
    const { fields = {} } = this.find(full);
    return Object.fromEntries(
      names.flatMap((name) => {
        const schema = this.field(fields[name], full);
        const inner = schema.$ref?.replace('#/schemas/', '');
        if (inner === undefined) return [[`${prefix}${name}`, schema]];
        return Object.entries(this.query(inner, Object.keys(this.find(inner).fields), `${prefix}${name}.`));
      }),
    );
  }

  method(service, name) {
    const { methods } = this.find(service);
    const { requestType, responseType, parsedOptions } = methods[name];
    const http = parsedOptions.find((one) => one['(google.api.http)'])['(google.api.http)'];
    const [verb, path] = Object.entries(http).find(([key]) => /^(get|post|put|patch|delete)$/.test(key));
    const request = this.resolve(requestType, service);
    const { fields } = this.find(request);
    const parameters = Array.from(path.matchAll(/\{([\w.]+)/g), ([, given]) => camel(given));
    const body = http.body === undefined ? null : camel(http.body);
    const others = Object.keys(fields).filter((one) => !parameters.includes(one) && one !== body);
    const properties = body === '*' ? {} : this.query(request, others);
    const required = (this.message(request, others).required ?? []).filter((one) => one in properties);
    return {
      method: verb.toUpperCase(),
      path,
      query: {
        type: 'object',
        properties: { ...properties, ...SYSTEM },
        ...(required.length > 0 && body !== '*' && { required }),
        additionalProperties: false,
      },
      request: requestBody(this, { request, fields, body, others }),
      answers: { 200: this.typed(responseType, service) },
    };
  }
}

const camel = (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

function requestBody(protos, { request, fields, body, others }) {
  if (body === null) return null;
  return body === '*' ? protos.message(request, others) : protos.field(fields[body], request);
}

for (const [name, scope, clients] of SERVICES) {
  const protos = new Protos(readJson(`@google-cloud/${name}/build/protos/protos.json`));
  const operations = {};
  for (const [client, [service, methods]] of Object.entries(clients))
    for (const method of methods.split(' '))
      operations[`${client}.${method[0].toLowerCase()}${method.slice(1)}`] = protos.method(
        `${scope}.${service}`,
        method,
      );
  if (OPERATIONS[name] !== undefined) {
    const [call, file] = OPERATIONS[name];
    const client = read(`@google-cloud/${name}/build/src/${file}`);
    const [, path] = /GetOperation',\s+get: '([^']+)'/.exec(client);
    operations[call] = {
      method: 'GET',
      path,
      query: { type: 'object', properties: SYSTEM, additionalProperties: false },
      request: null,
      answers: { 200: protos.typed('google.longrunning.Operation', '') },
    };
  }
  const { version } = readJson(`@google-cloud/${name}/package.json`);
  writeDefinition(`gcp/${name}`, {
    source: `@google-cloud/${name} ${version}`,
    operations,
    schemas: protos.schemas,
  });
}

/** Details of errors, by what `@type` says they are. */
const status = new Protos(readJson('google-gax/build/protos/status.json'));
const gax = readJson('google-gax/package.json').version;
const { nested } = status.find('google.rpc');
const details = Object.keys(nested).filter((one) => nested[one].fields && one !== 'Status');
const known = Object.fromEntries(
  details.map((one) => [`type.googleapis.com/google.rpc.${one}`, status.typed(one, 'google.rpc')]),
);
/** The status that HTTP has for each code, as the comments of the proto have it. */
const codes = Object.fromEntries(
  Array.from(
    read('google-gax/build/protos/google/rpc/code.proto').matchAll(
      /HTTP Mapping: (\d+)[^\n]*\n\s+(\w+) = \d+;/g,
    ),
    ([, answered, name]) => [name, Number(answered)],
  ),
);
writeDefinition('gcp/errors', {
  source: `google-gax ${gax}`,
  operations: {},
  codes,
  details: known,
  schemas: status.schemas,
});
