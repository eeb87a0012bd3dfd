import { Definitions, pathPattern, typed, type Definition, type Operation } from './definitions.ts';
import type { Exchange } from './proxy.ts';
import { notDefined, type Judgement } from './rest.ts';
import { valueOf, xmlRoot } from './xml.ts';

/** Headers of HTTP and of signing, which the specification leaves out. */
const ALWAYS = new Set(['x-ms-date', 'x-ms-useragent', 'x-ms-command-name']);
const FILE = 'storage';

/** Holds exchanges with Azure's blobs against their specification. @param account the first part of each path */
export function blobJudge(account: string): (exchange: Exchange) => Judgement {
  const definitions = new Definitions('blob');
  const definition = definitions.files.get(FILE);
  if (!definition)
    throw new Error('There is no definition of blobs. Make it with tests/conformance/cut/blob.mjs.');
  return (exchange) => {
    const path = exchange.path.replace(`/${account}/`, '/');
    const found = Object.entries(definition.operations).find(
      ([, operation]) =>
        operation.method === exchange.method &&
        pathPattern(operation.path.replace('{blob}', '{+blob}')).test(path) &&
        !(operation.path.includes('{blob}') && exchange.query.has('comp')),
    );
    if (!found) return notDefined(`${exchange.method} ${path}`);
    const [name, operation] = found;
    const query = definitions.faults(
      typed(exchange.query, operation.query ?? {}),
      FILE,
      'operations',
      name,
      'query',
    );
    return {
      operation: name,
      faults: [
        ...query.map((fault) => `query: ${fault}`),
        ...headerFaults(operation, exchange).map((fault) => `request: ${fault}`),
        ...answerFaults(definitions, definition, name, exchange).map(
          (fault) => `answer ${exchange.status}: ${fault}`,
        ),
      ],
    };
  };
}

const headerFaults = ({ headers = [] }: Operation, exchange: Exchange): string[] =>
  Object.keys(exchange.headers)
    .filter((name) => /^(?:x-ms-|if-|range$)/.test(name) && !headers.includes(name) && !ALWAYS.has(name))
    .map((name) => `has the header ${name}, which is not defined`);

function answerFaults(
  definitions: Definitions,
  definition: Definition,
  name: string,
  exchange: Exchange,
): string[] {
  const { status, answer, answerHeaders } = exchange;
  const answers = definition.operations[name]?.answers ?? {};
  const listed = [String(status), ...(status >= 400 ? ['default'] : [])].find((one) => one in answers);
  if (listed === undefined) return ['the operation does not define the status'];
  const schema = answers[listed];
  // The content of a blob is no XML.
  if (!schema) return [];
  const value = valueOf(xmlRoot(answer), schema, definition);
  const faults = definitions.faults(value, FILE, 'operations', name, 'answers', listed);
  if (status < 400) return faults;
  const code = String(answerHeaders['x-ms-error-code']);
  if (!definition.codes?.includes(code)) faults.push(`the error is called ${code}`);
  if ((value as { Code?: string }).Code !== code)
    faults.push(`the error is ${code} in a header and another in the body`);
  return faults;
}
