// node tests/conformance/cut/aws.mjs FOLDER: FOLDER is the `data` of botocore, of Debian's package python3-botocore.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { writeDefinition } from './write.mjs';

const require = createRequire(import.meta.url);
const [, , botocore] = process.argv;

/** Services: package of the SDK, model of botocore, and the operations that the portal sends. */
const SERVICES = {
  account: [
    'account',
    'account/2021-02-01',
    'PutAlternateContact ListRegions GetRegionOptStatus EnableRegion',
  ],
  budgets: ['budgets', 'budgets/2016-10-20', 'CreateBudget DescribeBudget'],
  config: ['config-service', 'config/2014-11-12', 'SelectAggregateResourceConfig'],
  identitystore: ['identitystore', 'identitystore/2020-06-15', 'ListGroups ListUsers'],
  organizations: [
    'organizations',
    'organizations/2016-11-28',
    'CloseAccount CreateAccount DescribeAccount DescribeCreateAccountStatus DescribeOrganization ListAccounts ListAWSServiceAccessForOrganization ListCreateAccountStatus ListOrganizationalUnitsForParent ListParents ListPoliciesForTarget ListRoots ListTagsForResource MoveAccount TagResource',
  ],
  s3: ['s3', 's3/2006-03-01', 'GetObject ListObjectsV2'],
  servicecatalog: [
    'service-catalog',
    'servicecatalog/2015-12-10',
    'DescribeProvisioningParameters DescribeRecord ListLaunchPaths ListProvisioningArtifacts SearchProvisionedProducts UpdateProduct UpdateProvisionedProduct',
  ],
  sso: [
    'sso-admin',
    'sso-admin/2020-07-20',
    'CreateAccountAssignment DescribeAccountAssignmentCreationStatus DescribePermissionSet GetInlinePolicyForPermissionSet ListAccountAssignments ListAccountAssignmentsForPrincipal ListAccountsForProvisionedPermissionSet ListCustomerManagedPolicyReferencesInPermissionSet ListInstances ListManagedPoliciesInPermissionSet ListPermissionSets',
  ],
  sts: ['sts', 'sts/2011-06-15', 'AssumeRole GetCallerIdentity'],
};

/** The protocols' own formats of times. */
const TIMES = {
  json: { type: 'number' },
  'rest-json': { type: 'string', format: 'date-time' },
  query: { type: 'string', format: 'date-time' },
  'rest-xml': { type: 'string', format: 'date-time' },
};

/** Patterns of AWS hold for the whole text. They are of Java, which may escape more than JavaScript, and ignore capitals within. */
const patternOf = (pattern) => {
  const mended = pattern.replaceAll(/\\([^A-Za-z0-9$()*+./?[\\\]^{|}-])/g, '$1').replaceAll('(?i)', '');
  return new RegExp(`^(?:${mended})$`, 'u').source;
};

/** The limits of a simple shape, as botocore has them. */
const limitsOf = ({ type, pattern, min, max } = {}) => {
  if (type === 'string')
    return {
      ...(pattern && { pattern: patternOf(pattern) }),
      ...(min !== undefined && { minLength: min }),
      ...(max !== undefined && { maxLength: max }),
    };
  if (type === 'list') return { ...(min && { minItems: min }), ...(max !== undefined && { maxItems: max }) };
  if (type === 'integer' || type === 'long')
    return { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
  return {};
};

class Service {
  constructor(packageName, model) {
    this.name = `@aws-sdk/client-${packageName}`;
    this.sdk = require(this.name);
    this.folder = dirname(require.resolve(`${this.name}/package.json`));
    this.version = require(`${this.name}/package.json`).version;
    this.model = JSON.parse(readFileSync(`${botocore}/${model}/service-2.json`, 'utf8'));
    this.protocol = this.model.metadata.protocol;
    this.types = readFileSync(`${this.folder}/dist-types/models/models_0.d.ts`, 'utf8');
    this.schemas = {};
  }

  /** The values of a member that is an enumeration, as the types of the SDK name it. */
  enumOf(structure, member) {
    const [, body = ''] =
      new RegExp(`interface ${structure} [^{]*\\{([\\s\\S]*?)\\n\\}`).exec(this.types) ?? [];
    const [, type = ''] =
      new RegExp(`\\n {4}${member}\\??: (\\w+)(?:\\[\\])?( \\| undefined)?;`).exec(body) ?? [];
    const values = this.sdk[type];
    return values && typeof values === 'object' && !Array.isArray(values) ? Object.values(values) : null;
  }

  /** A schema of the SDK as JSON schema; `shape` is what botocore calls it. */
  schemaOf(given, shape, structure, member) {
    const schema = typeof given === 'function' ? given() : given;
    const known = this.model.shapes[shape];
    if (typeof schema === 'number') return this.simple(schema, known, structure, member);
    const [kind] = schema;
    if (kind === 0) return this.simple(schema.at(4), known, structure, member);
    if (kind === 1) {
      const [, , , , item] = schema;
      const [inner, traits] = Array.isArray(item) && item.length === 2 ? item : [item, 0];
      const name = traits?.xmlName ?? 'member';
      return {
        type: 'array',
        items: this.schemaOf(inner, known?.member?.shape, structure, member),
        ...limitsOf(known),
        ...(this.isXml && { xmlItem: name }),
      };
    }
    if (kind === 2)
      return {
        type: 'object',
        additionalProperties: this.schemaOf(schema.at(5), known?.value?.shape, structure, member),
      };
    return this.structure(schema);
  }

  get isXml() {
    return this.protocol === 'query' || this.protocol === 'rest-xml';
  }

  simple(sentinel, known, structure, member) {
    if (sentinel & 64)
      return {
        type: 'array',
        items: this.simple(sentinel & ~64, this.model.shapes[known?.member?.shape], structure, member),
        ...limitsOf(known),
        ...(this.isXml && { xmlItem: known?.flattened ? '' : (known?.member?.locationName ?? 'member') }),
      };
    if (sentinel & 128)
      return {
        type: 'object',
        additionalProperties: this.simple(sentinel & ~128, this.model.shapes[known?.value?.shape]),
      };
    if (sentinel === 1 || sentinel === 17) return { type: 'number', ...limitsOf(known) };
    if (sentinel === 2) return { type: 'boolean' };
    if (sentinel >= 4 && sentinel <= 7) return TIMES[this.protocol];
    if (sentinel !== 0) return {};
    const values = this.enumOf(structure, member);
    return values ? { type: 'string', enum: values } : { type: 'string', ...limitsOf(known) };
  }

  structure(schema) {
    if (schema === 'unit') return { type: 'object', additionalProperties: false };
    const [, , name, , members = [], schemas = [], required = 0] = schema;
    if (!(name in this.schemas)) {
      this.schemas[name] = {};
      const known = this.model.shapes[name];
      const properties = {};
      for (const [at, member] of members.entries()) {
        const given = schemas[at];
        const isTraited = Array.isArray(given) && given.length === 2 && typeof given[0] !== 'string';
        const [inner, traits] = isTraited ? given : [given, 0];
        const shape = known?.members?.[member]?.shape ?? (known ? undefined : member);
        const place = placeOf(traits);
        properties[member] = {
          ...this.schemaOf(inner, shape, name, member),
          ...(place && { in: place }),
          ...(traits?.xmlFlattened && { xmlItem: '' }),
        };
      }
      this.schemas[name] = {
        type: 'object',
        properties,
        ...(required > 0 && { required: members.slice(0, required) }),
        additionalProperties: false,
      };
    }
    return { $ref: `#/schemas/${name}` };
  }

  operation(name) {
    const [, , , traits, input, output] = this.sdk[`${name}$`];
    const { metadata } = this.model;
    const [method, path] = traits?.http ?? ['POST', '/'];
    const documented = readFileSync(`${this.folder}/dist-types/commands/${name}Command.d.ts`, 'utf8');
    const codes = Array.from(
      documented.matchAll(/@throws \{@link (\w+)\} \((\w+) fault\)/g),
      ([, code]) => code,
    );
    return {
      method,
      path: path.replace(/\?.*/, ''),
      ...(metadata.targetPrefix && { target: `${metadata.targetPrefix}.${name}` }),
      ...(this.protocol === 'query' && { action: name, version: metadata.apiVersion }),
      request: this.structure(input()),
      answers: { 200: this.structure(output()) },
      errors: Object.fromEntries(codes.map((code) => [this.codeOf(code), this.errorOf(code)])),
    };
  }

  /** The word on the wire, which is another one than the name in some services. */
  codeOf(name) {
    return this.model.shapes[name]?.error?.code ?? name;
  }

  errorOf(name) {
    const schema = this.sdk[`${name}$`];
    const { error, httpError } = schema[3] || {};
    const usual = error === 'server' ? 500 : 400;
    return { statuses: [...new Set([usual, httpError ?? usual])], body: this.structure(schema) };
  }
}

/** Where a member of a REST request or answer is, when it is not in the body. */
function placeOf(traits) {
  // The smallest bit is httpLabel, the fifth is httpPayload.
  if (typeof traits === 'number' && traits & 1) return { path: true };
  if (typeof traits === 'number' && traits & 16) return { payload: true };
  if (typeof traits !== 'object' || traits === null) return null;
  if (traits.httpQuery) return { query: traits.httpQuery };
  if (traits.httpHeader) return { header: traits.httpHeader.toLowerCase() };
  if (traits.httpPrefixHeaders) return { header: `${traits.httpPrefixHeaders}*` };
  if (traits.httpResponseCode) return { status: true };
  return traits.httpPayload || traits.httpLabel ? { payload: true } : null;
}

for (const [file, [packageName, model, operations]] of Object.entries(SERVICES)) {
  const service = new Service(packageName, model);
  const made = Object.fromEntries(operations.split(' ').map((name) => [name, service.operation(name)]));
  writeDefinition(`aws/${file}`, {
    source: `${service.name} ${service.version}; patterns and lengths of botocore 1.29.27 (${model})`,
    protocol: service.protocol,
    operations: made,
    schemas: service.schemas,
  });
}
