/** The parts of an OpenAPI document that the page shows. */
export interface ApiDocument {
  info: { title: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

interface Operation {
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; description?: string; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { description?: string }>;
}

interface Call {
  path: string;
  method: string;
  operation: Operation;
}

interface Schema {
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

function typeOf(schema: Schema | undefined): string {
  if (!schema) return '';
  if (schema.anyOf) return schema.anyOf.map(typeOf).filter(Boolean).join(' or ');
  if (schema.enum) return schema.enum.map(String).join(', ');
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? '');
  return schema.format ? `${type} (${schema.format})` : type;
}

function table(caption: string, lines: [name: string, type: string, meaning: string][]): string {
  if (lines.length === 0) return '';
  const rows = lines.map(
    ([name, type, meaning]) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${escaped(type)}</td><td>${escaped(meaning)}</td></tr>`,
  );
  const head = '<tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr>';
  return `<table><caption>${escaped(caption)}</caption><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
}

function fieldsTable(caption: string, schema: Schema | undefined): string {
  const required = new Set(schema?.required);
  const lines = Object.entries(schema?.properties ?? {}).map(([name, field]): [string, string, string] => [
    name,
    typeOf(field),
    [field.title ?? field.description ?? '', required.has(name) ? '(required)' : '']
      .filter(Boolean)
      .join(' '),
  ]);
  return table(caption, lines);
}

function operationHtml({ path, method, operation }: Call, schemas: Record<string, Schema>): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, description, schema }): [string, string, string] => [
      name,
      typeOf(schema),
      [description ?? '', place === 'query' ? '' : `(${place})`].filter(Boolean).join(' '),
    ],
  );
  const taken = operation.requestBody?.content?.['application/json']?.schema;
  // Of the forms of a body the bare one is shown; that it may be wrapped is said once above.
  const bare = taken?.anyOf?.[0] ?? taken;
  const body = bare?.$ref ? schemas[bare.$ref.split('/').at(-1) ?? ''] : bare;
  const answers = Object.entries(operation.responses ?? {}).map(
    ([status, { description }]) => `<li><code>${escaped(status)}</code> ${escaped(description ?? '')}</li>`,
  );
  return `<details><summary><code><b>${method.toUpperCase()}</b> ${escaped(path)}</code> ${escaped(operation.summary ?? '')}</summary>
${table('Parameters', parameters)}${fieldsTable('Body', body)}<h4>Answers</h4><ul>${answers.join('')}</ul></details>`;
}

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; display: block; overflow-x: auto; }
  caption { text-align: left; font-weight: 600; }
  th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid; vertical-align: top; }
  summary { padding: .3rem 0; cursor: pointer; } details { margin-left: .5rem; }
`;

/** The API for people: one section per tag, one entry per call. Plain HTML that needs no script. */
export function docsPage(api: ApiDocument): string {
  const schemas = api.components?.schemas ?? {};
  const calls: Call[] = Object.entries(api.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = [...Map.groupBy(calls, ({ operation }) => operation.tags?.[0] ?? 'Other')].map(
    ([tag, members]) =>
      `<section><h2>${escaped(tag)}</h2>${members
        .map((call) => operationHtml(call, schemas))
        .join('\n')}</section>`,
  );
  const rows = Object.entries(schemas).map(
    ([name, schema]) => `<h3 id="${escaped(name)}">${escaped(name)}</h3>${fieldsTable('Fields', schema)}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(api.info.title)} API</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(api.info.title)} API</h1><p>${escaped(api.info.description ?? '')}</p>
<p><a href="/api/openapi.json">This API as an OpenAPI document</a></p>
${sections.join('\n')}
<section><h2>What is answered</h2>${rows.join('\n')}</section></main></body></html>`;
}
