import { globSync, readFileSync } from 'node:fs';
import addFormats from 'ajv-formats';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';

export type Schema = AnySchemaObject;

/** An operation as a provider publishes it. */
export interface Operation {
  method: string;
  /** With its parameters, such as `/orgs/{org}/installation`. */
  path: string;
  /** Of AWS JSON: the header that names the operation. */
  target?: string;
  /** Of AWS' query protocol: the field that names the operation. */
  action?: string;
  version?: string;
  query?: Schema;
  /** null: it has no body. */
  request: Schema | null;
  optionalBody?: boolean;
  /** Of Azure's blobs: names of the headers that a request may have. */
  headers?: string[];
  /** By status, by `4XX`, or `default`. null: no body. */
  answers: Record<string, Schema | null>;
  /** Of AWS: by code. */
  errors?: Record<string, { statuses: number[]; body: Schema }>;
}

export interface Definition {
  source: string;
  /** Of AWS. */
  protocol?: 'json' | 'rest-json' | 'rest-xml' | 'query';
  /** Of Azure's blobs: the codes of errors. */
  codes?: string[];
  /** Before every path. */
  prefix?: string;
  operations: Record<string, Operation>;
  schemas: Record<string, Schema>;
}

const FOLDER = new URL('definitions/', import.meta.url).pathname;
const pointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** The definitions of a cloud, by the files they are in, and what holds values against a part of them. */
export class Definitions {
  readonly files = new Map<string, Definition>();
  readonly #ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true });

  /** @param cloud a folder of definitions */
  constructor(cloud: string) {
    addFormats.default(this.#ajv);
    for (const file of globSync('*.json', { cwd: FOLDER + cloud }).toSorted()) {
      const name = file.replace('.json', '');
      const definition = JSON.parse(readFileSync(`${FOLDER}${cloud}/${file}`, 'utf8')) as Definition;
      this.files.set(name, definition);
      this.#ajv.addSchema(definition, name);
    }
  }

  /** What is wrong with a value, by the schema at a path within a file; nothing where all is right. */
  faults(value: unknown, file: string, ...path: string[]): string[] {
    const validate = this.#ajv.getSchema(`${file}#/${path.map(pointer).join('/')}`);
    if (validate === undefined) throw new Error(`The definition ${file} has nothing at ${path.join('/')}.`);
    if (validate(value) === true) return [];
    return (validate.errors ?? []).map(({ instancePath, message = '', params, data }) => {
      const details = Object.values(params).map((one) => JSON.stringify(one));
      const found = typeof data === 'object' ? '' : ` (is ${JSON.stringify(data)})`;
      return `${instancePath || '/'} ${message} ${details.join(', ')}${found}`;
    });
  }
}

/** The path of an operation as an expression: `{name}` is one part of it, `{+name}` and `{name=a/**}` are several. */
export function pathPattern(path: string, flags = ''): RegExp {
  const parts = path.split(/(\{[^}]*\})/).map((part) => {
    if (!part.startsWith('{')) return literal(part);
    if (part.startsWith('{+')) return '.+';
    const [, within] = /=(.*)\}$/.exec(part) ?? [];
    return within === undefined ? '[^/]+' : within.split('/').map(segment).join('/');
  });
  return new RegExp(`^${parts.join('')}$`, flags);
}

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function segment(part: string): string {
  if (part === '**') return '.+';
  return part === '*' ? '[^/:]+' : literal(part);
}

/** The values of a query or a form, each as its schema wants it. */
export function typed(given: URLSearchParams, { properties = {} }: Schema): Record<string, unknown> {
  const schemas = properties as Record<string, Schema>;
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const schema = schemas[name];
      if (schema?.['type'] === 'array') return [name, given.getAll(name)];
      return [name, one(given.get(name) ?? '', schema)];
    }),
  );
}

function one(text: string, schema: Schema | undefined): unknown {
  const type: unknown = schema?.['type'];
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
