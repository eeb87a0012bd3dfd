import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, expect } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import type { Factory } from './factories.ts';
import type { TestPortal } from './portal.ts';

export type Json = Record<string, unknown>;

/** The data of an answer, of a record. */
export const dataOf = (answer: Json) => answer['data'] as Json & { id: number };

interface Told {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
}

interface Description {
  paths: Record<string, Record<string, Told>>;
  components: { schemas: Json };
}

/** What a schema does not name is not there: a description that leaves a member out must not pass. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in copy && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}

/** Fits no value. */
const NOTHING = { not: {} };

/** What is attached to a mail has a type of its own, and is told as bytes. */
const typeIsTold = ({ content = {} }: Told['responses'][string], type: string) =>
  type in content || 'application/octet-stream' in content;

/** Makes requests to a portal, and holds each answer against what the portal's description tells of it. */
export function replayAt(portal: Pick<TestPortal, 'url' | 'db'>) {
  let begun: { document: Description; headers: Record<string, string>; ajv: Ajv2020 } | undefined;
  const ready = () => {
    if (!begun) throw new Error('The description is there once the tests run.');
    return begun;
  };
  /** Operations by the statuses that they have answered. */
  const replayed = new Map<string, Set<number>>();
  /** What was compiled, by its schema. */
  const checks = new Map<string, ValidateFunction>();

  beforeAll(async () => {
    const document = (await (await fetch(`${portal.url}/api/openapi.json`)).json()) as Description;
    const session = await createSession(portal.db, { email: 'ada@example.com', name: 'Ada', roles: [] });
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'document', components: closed(document.components) });
    begun = { document, headers: { ...session }, ajv };
  });

  /** Looks a value up in the description. */
  const problems = (schema: Json, value: unknown): string[] => {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components', '"document#/components');
    const check = checks.get(text) ?? ready().ajv.compile(JSON.parse(text) as Json);
    checks.set(text, check);
    return check(value)
      ? []
      : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  /** What is told of an address; one that is told by its name goes before one with a parameter. */
  const toldOf = (method: string, path: string): Told => {
    const fits = ([template]: [string, unknown]) =>
      new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
    const all = Object.entries(ready().document.paths).filter(([, methods]) => method in methods);
    const told = (ready().document.paths[path] ?? all.find(fits)?.[1])?.[method];
    if (!told) throw new Error(`The description has no ${method} ${path}.`);
    return told;
  };

  /** Makes a request and holds what comes back against what is told of it; answers the body. */
  const expectTold = async (
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    address: string,
    status: number,
    {
      body,
      file,
      more = {},
      as = ready().headers,
    }: { body?: unknown; file?: string; more?: Json; as?: Record<string, string> } = {},
  ): Promise<Json> => {
    const told = toldOf(method, address.split('?')[0] ?? '');
    const what = `${method} ${address} ${status}`;
    const answer = await fetch(portal.url + address, {
      method: method.toUpperCase(),
      redirect: 'manual',
      headers: {
        ...as,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(file !== undefined && { 'content-type': 'application/octet-stream' }),
        ...(more as Record<string, string>),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(file !== undefined && { body: file }),
    });
    const text = await answer.text();
    expect(answer.status, `${what}: ${text.slice(0, 300)}`).toBe(status);
    const seen = replayed.get(told.operationId) ?? new Set();
    replayed.set(told.operationId, seen.add(status));
    const response = told.responses[status];
    if (!response) throw new Error(`The description has no ${what}.`);
    for (const name of Object.keys(more))
      expect(
        told.parameters?.map((one) => one.name.toLowerCase()),
        what,
      ).toContain(name);
    const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
    const isJson = type === 'application/json';
    const read = isJson ? (JSON.parse(text) as Json) : { text };
    expect(text === '' || typeIsTold(response, type), `the type ${type} of ${what}`).toBe(true);
    const wrong = isJson ? problems(response.content?.[type]?.schema ?? NOTHING, read) : [];
    expect(wrong, `${what}: ${text.slice(0, 500)}`).toEqual([]);
    const taken = told.requestBody?.content['application/json']?.schema ?? NOTHING;
    if (file !== undefined)
      expect(told.requestBody?.content, what).toHaveProperty(['application/octet-stream']);
    const isTaken = status < 300 && body !== undefined;
    expect(isTaken ? problems(taken, body) : [], `the body of ${what}`).toEqual([]);
    return read;
  };

  return {
    expectTold,
    toldOf,
    replayed,
    get paths() {
      return ready().document.paths;
    },
    get headers() {
      return ready().headers;
    },
  };
}

/** What a part of the replay works with. */
export interface Replayed {
  portal: TestPortal;
  replay: ReturnType<typeof replayAt>;
  /** Makes records of the portal, once the tests run. */
  factory: () => Factory;
}
