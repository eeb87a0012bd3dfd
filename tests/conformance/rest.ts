import { Definitions, pathPattern, typed, type Operation } from './definitions.ts';
import type { Exchange } from './proxy.ts';

/** What is wrong with an exchange, and the operation that it is of; null: no operation is like it. */
export interface Judgement {
  operation: string | null;
  faults: string[];
}

/** The judgement of what no operation is like. @param called the call, as people name it */
export const notDefined = (called: string): Judgement => ({
  operation: null,
  faults: [
    `${called} is no operation that is defined; where the provider has it, name it in tests/conformance/cut and make its definition anew.`,
  ],
});

/** An error that a provider answers to any operation. @returns null: it is none of those, so the operation has to define it */
export type GeneralError = (status: number, body: unknown) => string[] | null;

interface Rest {
  cloud: string;
  /** `i` where capitals of paths do not count. */
  flags?: string;
  general?: GeneralError;
}

interface Found {
  file: string;
  name: string;
  operation: Operation;
}

/** Holds exchanges of a JSON API with paths against its definitions. */
export function restJudge({
  cloud,
  flags = '',
  general = () => null,
}: Rest): (exchange: Exchange) => Judgement {
  const definitions = new Definitions(cloud);
  const known = [...definitions.files].flatMap(([file, { operations, prefix = '' }]) =>
    Object.entries(operations).map(([name, operation]) => ({
      file,
      name,
      operation,
      pattern: pathPattern(`${prefix}${operation.path}`, flags),
    })),
  );
  // The more of a path is fixed, the closer is the operation.
  const closest = known.toSorted((one, other) => openness(one.operation) - openness(other.operation));

  return (exchange) => {
    const path = decodeURI(exchange.path).replaceAll('%24', '$').replaceAll('%3A', ':');
    const found = closest.find(
      ({ operation, pattern }) => operation.method === exchange.method && pattern.test(path),
    );
    if (!found) return notDefined(`${exchange.method} ${path}`);
    const { name, file, operation } = found;
    const faults = [
      ...definitions
        .faults(typed(exchange.query, operation.query ?? {}), file, 'operations', name, 'query')
        .map((fault) => `query: ${fault}`),
      ...bodyFaults(definitions, found, 'request', exchange.body).map((fault) => `request: ${fault}`),
      ...answerFaults(definitions, found, exchange, general).map(
        (fault) => `answer ${exchange.status}: ${fault}`,
      ),
    ];
    return { operation: name, faults };
  };
}

/** The larger, the less of a path is fixed. */
const openness = ({ path }: Operation) =>
  (path.includes('{+') ? 1000 : 0) + path.split('{').length - path.replaceAll(/\{[^}]*\}/g, '').length;

function bodyFaults(
  definitions: Definitions,
  { file, name, operation }: Found,
  place: 'request' | `answers/${string}`,
  text: string,
): string[] {
  const [part, status] = place.split('/');
  const schema = status === undefined ? operation.request : operation.answers[status];
  if (text === '' && status === undefined && operation.optionalBody === true) return [];
  if (schema === null) return text === '' || text === '{}' ? [] : ['has a body, and none is defined'];
  const value = parsed(text);
  if (value === undefined) return ['is no JSON'];
  const path = ['operations', name, part ?? '', ...(status === undefined ? [] : [status])];
  return definitions.faults(value, file, ...path);
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function answerFaults(
  definitions: Definitions,
  found: Found,
  exchange: Exchange,
  general: GeneralError,
): string[] {
  const { status, answer } = exchange;
  const { answers } = found.operation;
  const listed = [
    String(status),
    `${Math.floor(status / 100)}XX`,
    ...(status >= 400 ? ['default'] : []),
  ].find((one) => one in answers);
  // Of some errors only the status is described.
  if (listed === undefined)
    return general(status, parsed(answer)) ?? ['the operation does not define the status'];
  if (status >= 400 && answers[listed] === null) return general(status, parsed(answer)) ?? [];
  return bodyFaults(definitions, found, `answers/${listed}`, answer);
}
