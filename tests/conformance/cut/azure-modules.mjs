import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { Types } from './types.mjs';

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** The names that members have on the wire, by type and member, as the functions that write and read them have it. */
function wireNames(text) {
  const names = new Map();
  const source = ts.createSourceFile('models.js', text, ts.ScriptTarget.Latest, true);
  for (const statement of source.statements) {
    const [, type] = /^(\w+?)(?:Serializer|Deserializer)$/.exec(statement.name?.text ?? '') ?? [];
    if (type === undefined) continue;
    const isRead = statement.name.text.endsWith('Deserializer');
    const returned = statement.body.statements.find(ts.isReturnStatement)?.expression;
    if (returned === undefined || !ts.isObjectLiteralExpression(returned)) continue;
    const members = names.get(type.toLowerCase()) ?? new Map();
    for (const property of returned.properties.filter(ts.isPropertyAssignment)) {
      const [, given] = /item\["([^"]+)"\]/.exec(property.initializer.getText()) ?? [];
      const made = property.name.text;
      if (given !== undefined) members.set(isRead ? made : given, isRead ? given : made);
    }
    names.set(type.toLowerCase(), members);
  }
  return names;
}

/**
 * The types that have members of their `properties` beside their own, with the type of these properties: on the wire they are
 * an object of their own.
 */
const flattened = (text) =>
  new Map(
    Array.from(
      text.matchAll(
        /function (\w+)Serializer\(item\) \{\s+return \{\s+properties: areAllPropsUndefined[\s\S]*?: _(\w+)Serializer\(item\)/g,
      ),
      ([, type, properties]) => [capital(type), capital(properties)],
    ),
  );

/** The models of a package whose operations are code. @param {string[]} files without their ending */
export function modelsOf(folder, files) {
  const names = new Map(
    files.flatMap((file) => [...wireNames(readFileSync(`${folder}/${file}.js`, 'utf8'))]),
  );
  const inner = flattened(files.map((file) => readFileSync(`${folder}/${file}.js`, 'utf8')).join('\n'));
  const isInner = (type, member) => names.get(inner.get(type)?.toLowerCase())?.has(member) === true;
  const types = new Types(
    files.map((file) => `${folder}/${file}.d.ts`),
    {
      naming: (type, member) =>
        isInner(type, member) ? null : (names.get(type.toLowerCase())?.get(member) ?? member),
    },
  );
  return {
    schemas: types.schemas,
    of: (name) => {
      const schema = types.of(name);
      const own = types.schemas[name];
      if (inner.has(name)) own.properties.properties ??= types.of(inner.get(name));
      return schema;
    },
  };
}

/** An operation, read from the functions that send it and read what comes back. */
export function moduleOperation(file, name, models) {
  const text = readFileSync(file, 'utf8');
  const bodyOf = (called) => {
    const found = new RegExp(`function ${called}\\([\\s\\S]*?\\n\\}`).exec(text);
    if (found === null) throw new Error(`${file} has no ${called}.`);
    return found[0];
  };
  const send = bodyOf(`_${name}Send`);
  const read = bodyOf(`_${name}Deserialize`);
  const [, template] = /expandUrlTemplate\("([^"]+)"/.exec(send);
  const [, method] = /context\s*\.path\(path\)\s*\.(\w+)\(/.exec(send);
  const [, version] = /"api%2Dversion": .*?"([^"]+)"/.exec(send) ?? [];
  const [, sent] = /body: (\w+)Serializer\(/.exec(send) ?? [];
  const [, statuses] = /expectedStatuses = (\[[^\]]*\])/.exec(read);
  const [, answered] = /return (\w+)Deserializer\(result\.body\)/.exec(read) ?? [];
  const [, failed] = /error\.details = (\w+)Deserializer/.exec(read) ?? [];
  const answer = answered === undefined ? null : models.of(capital(answered));
  return {
    method: method.toUpperCase(),
    path: template.replace(/\{\?.*\}$/, ''),
    query: {
      type: 'object',
      properties: { 'api-version': version === undefined ? { type: 'string' } : { enum: [version] } },
      required: ['api-version'],
      additionalProperties: false,
    },
    request: sent === undefined ? null : models.of(capital(sent)),
    answers: {
      ...Object.fromEntries(JSON.parse(statuses).map((status) => [status, answer])),
      default: failed === undefined ? null : models.of(capital(failed)),
    },
  };
}
