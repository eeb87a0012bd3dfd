import { writeFileSync } from 'node:fs';

const FOLDER = new URL('../definitions/', import.meta.url);

/** Every name under `schemas` that something refers to, directly or through others. */
function reached(root, schemas) {
  const found = new Set();
  const visit = (value) => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return undefined;
    const [, name] = /^#\/schemas\/(.+)$/.exec(value.$ref ?? '') ?? [];
    if (name !== undefined && !found.has(name)) {
      if (!(name in schemas)) throw new Error(`Nothing defines ${name}.`);
      found.add(name);
      visit(schemas[name]);
    }
    return Object.values(value).forEach(visit);
  };
  visit(root);
  return found;
}

/**
 * Writes the definition of a service: its operations, and of its schemas those that they lead to.
 * @param {string} file such as `aws/sts`
 * @param {{ source: string, operations: Record<string, object>, schemas: Record<string, object> }} definition
 */
export function writeDefinition(file, { source, operations, schemas, ...more }) {
  const used = reached([operations, more], schemas);
  const kept = Object.fromEntries(
    [...used].toSorted((one, other) => (one < other ? -1 : 1)).map((name) => [name, schemas[name]]),
  );
  writeFileSync(
    new URL(`${file}.json`, FOLDER),
    `${lines({ source, ...more, operations, schemas: kept })}\n`,
  );
}

/** JSON with a line for each operation and each schema. */
function lines(definition) {
  const parts = Object.entries(definition).map(([name, value]) => {
    if (typeof value !== 'object' || Array.isArray(value))
      return ` ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    const inner = Object.entries(value).map(
      ([key, one]) => `  ${JSON.stringify(key)}: ${JSON.stringify(one)}`,
    );
    return ` ${JSON.stringify(name)}: {${inner.length === 0 ? '' : `\n${inner.join(',\n')}\n `}}`;
  });
  return `{\n${parts.join(',\n')}\n}`;
}
