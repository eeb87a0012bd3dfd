import { readFileSync } from 'node:fs';

const SIMPLE = {
  String: { type: 'string' },
  Number: { type: 'number' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  DateTimeRfc1123: { type: 'string' },
  TimeSpan: { type: 'string' },
  ByteArray: { type: 'string' },
  Uuid: { type: 'string', format: 'uuid' },
};

const limitsOf = ({ constraints = {} }) => ({
  ...(constraints.MaxLength !== undefined && { maxLength: constraints.MaxLength }),
  ...(constraints.MinLength !== undefined && { minLength: constraints.MinLength }),
  ...(constraints.MaxItems !== undefined && { maxItems: constraints.MaxItems }),
  ...(constraints.Pattern !== undefined && { pattern: constraints.Pattern.source }),
  ...(constraints.InclusiveMaximum !== undefined && { maximum: constraints.InclusiveMaximum }),
  ...(constraints.InclusiveMinimum !== undefined && { minimum: constraints.InclusiveMinimum }),
});

/** The models of a package, which its own reader of answers uses, as JSON schemas. */
export class MappedModels {
  schemas = {};
  #classes = new Map();

  #isXml;

  constructor(mappers, isXml) {
    this.#isXml = isXml;
    for (const mapper of Object.values(mappers))
      if (mapper.type !== undefined) this.#classes.set(mapper.type.className, mapper);
  }

  /** @param {string} file the mappers, which are an ES module that imports nothing, in packages that call themselves CommonJS */
  static async of(file, { isXml = false } = {}) {
    const text = readFileSync(file, 'utf8');
    return new MappedModels(await import(`data:text/javascript,${encodeURIComponent(text)}`), isXml);
  }

  get isXml() {
    return this.#isXml;
  }

  /** The schema of a class. */
  named(name) {
    return this.#composite(name);
  }

  schemaOf(mapper) {
    const schema = this.#typed(mapper);
    return mapper.nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
  }

  #typed({ type, ...mapper }) {
    if (type.name === 'Composite') return this.#composite(type.className);
    if (type.name === 'Sequence')
      return { type: 'array', items: this.schemaOf(type.element), ...limitsOf(mapper) };
    if (type.name === 'Dictionary')
      return { type: 'object', additionalProperties: this.schemaOf(type.value) };
    if (type.name === 'Enum') return { type: 'string', enum: type.allowedValues };
    return { ...SIMPLE[type.name], ...limitsOf(mapper) };
  }

  #composite(name) {
    const found = this.#classes.get(name);
    if (found === undefined) throw new Error(`No mapper is called ${name}.`);
    if (!(name in this.schemas)) {
      this.schemas[name] = {};
      this.schemas[name] = this.#object(found);
    }
    return { $ref: `#/schemas/${name}` };
  }

  #object({ type: { modelProperties = {}, additionalProperties } }) {
    const made = emptyObject(additionalProperties ? this.schemaOf(additionalProperties) : false);
    const members = Object.values(modelProperties);
    // An element whose attributes say more about its text.
    if (members.some((one) => one.xmlIsMsText)) return { type: 'string' };
    if (this.#isXml) return this.#element(members);
    for (const mapper of members) {
      // The members of `properties` are those of the model itself: `properties.subscriptionId`.
      const path = mapper.serializedName.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.'));
      let place = made;
      for (const part of path.slice(0, -1)) place = place.properties[part] ??= emptyObject(false);
      place.properties[path.at(-1)] = this.schemaOf(mapper);
      if (mapper.required && !mapper.readOnly) (place.required ??= []).push(path.at(-1));
    }
    return made;
  }

  /** An element with those in it; its attributes are not looked at. */
  #element(members) {
    const made = emptyObject(false);
    for (const mapper of members.filter((one) => !one.xmlIsAttribute)) {
      const { xmlName, xmlElementName, xmlIsWrapped, required } = mapper;
      const isList = mapper.type.name === 'Sequence';
      const name = isList && !xmlIsWrapped ? (xmlElementName ?? xmlName) : xmlName;
      made.properties[name] = {
        ...this.schemaOf(mapper),
        ...(isList && { xmlItem: xmlIsWrapped ? xmlElementName : '' }),
      };
      // A list without items is no element at all.
      if (required && !isList) (made.required ??= []).push(name);
    }
    return made;
  }
}

const emptyObject = (additionalProperties) => ({ type: 'object', properties: {}, additionalProperties });

/** An operation by its name, by the specification with which the client sends the call; and the one that reads its next pages. */
export async function mappedOperation(client, models, name, call) {
  let specification = null;
  client.sendOperationRequest = (_given, sent) => {
    specification = sent;
    return Promise.reject(new Error('It is not sent.'));
  };
  await Promise.resolve(call(client)).catch(() => undefined);
  const {
    path,
    httpMethod,
    requestBody,
    responses,
    queryParameters = [],
    headerParameters = [],
  } = specification;
  const parameters = (given) =>
    Object.fromEntries(
      given
        .filter(({ mapper }) => mapper.serializedName !== '$host')
        .map(({ mapper }) => [mapper.serializedName, valueOf(models, mapper)]),
    );
  const operation = {
    method: httpMethod,
    path: path.replace('/{scope}', '/{+scope}'),
    query: {
      type: 'object',
      properties: parameters(queryParameters),
      required: queryParameters
        .filter(({ mapper }) => mapper.required || mapper.isConstant)
        .map(({ mapper }) => mapper.serializedName),
      additionalProperties: false,
    },
    ...(models.isXml && {
      headers: Object.keys(parameters(headerParameters)).map((one) => one.toLowerCase()),
    }),
    request: requestBody === undefined ? null : models.schemaOf(requestBody.mapper),
    answers: Object.fromEntries(
      Object.entries(responses).map(([status, { bodyMapper }]) => [
        status,
        bodyMapper === undefined || bodyMapper.type.name === 'Stream' ? null : models.schemaOf(bodyMapper),
      ]),
    ),
  };
  // The links of pages are Azure's own, and are followed by GET.
  const next = { ...operation, method: 'GET', query: {}, request: null };
  return { [name]: operation, ...(httpMethod === 'POST' && { [`${name}, next page`]: next }) };
}

const valueOf = (models, mapper) =>
  mapper.defaultValue !== undefined && mapper.isConstant
    ? { enum: [mapper.defaultValue] }
    : models.schemaOf(mapper);
