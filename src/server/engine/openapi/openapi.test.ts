import { describe, expect, it } from 'vitest';
import { resourcePath } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { withEngine } from '#tests/support/engine.ts';

const engine = withEngine(registry);

interface Operation {
  parameters?: { name: string; in: string; schema?: object }[];
  requestBody?: { content: Record<string, { schema: { properties: object; required?: string[] } }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: object; required?: string[] }> };
}

const read = async () =>
  JSON.parse((await engine.call('GET', '/openapi.json', undefined, { by: 'nobody' })).text) as Document;

describe('the published OpenAPI', () => {
  it('describes every route of every model', async () => {
    const { openapi, paths } = await read();
    expect(openapi).toBe('3.1.0');
    for (const { name, source, csv, actions, history } of registry.all) {
      const address = `/api${resourcePath(name)}`;
      expect(Object.keys(paths[address] ?? {})).toEqual(
        actions.includes('create') ? ['get', 'post'] : ['get'],
      );
      expect(`${address}.csv` in paths).toBe(csv !== undefined);
      if (source === 'view') continue;
      expect(Object.keys(paths[`${address}/{id}`] ?? {}).toSorted()).toEqual([
        ...(actions.includes('delete') ? ['delete'] : []),
        'get',
        ...(actions.includes('update') ? ['patch', 'put'] : []),
      ]);
      expect(`${address}/{id}/history` in paths).toBe(history !== 'none');
      expect(`${address}/{id}/restore` in paths).toBe(history !== 'none' && actions.includes('delete'));
    }
  });

  it('refers to nothing that it does not have', async () => {
    const document = await read();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) =>
      String(to),
    );
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? reference;
      expect(document.components.schemas).toHaveProperty(name);
    }
  });

  it('names every path parameter, and describes every answer', async () => {
    const { paths } = await read();
    for (const [path, methods] of Object.entries(paths)) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(methods)) {
        const named = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name);
        expect(named).toEqual(wanted);
        for (const { description } of Object.values(operation.responses)) expect(description).toMatch(/\S/);
      }
    }
  });

  it('describes what is taken and answered as it is', async () => {
    const { paths, components } = await read();
    const body = components.schemas['cost_center_create'];
    expect(body?.required).toEqual(['identifier', 'cloud_contact_id']);
    expect(Object.keys(body?.properties ?? {})).not.toContain('approved');
    const made = await engine.call('POST', '/departments', { name: 'Documented' });
    const documented = Object.keys(components.schemas['department']?.properties ?? {});
    expect(documented.toSorted()).toEqual(Object.keys(made.body.data).toSorted());
    const query = paths['/api/cost_centers']?.['get']?.parameters?.map(({ name }) => name);
    expect(query).toEqual(
      expect.arrayContaining(['q', 'sort', 'page', 'per_page', 'by_identifier', 'by_created_at']),
    );
  });

  it('is readable for people, as plain HTML without a script', async () => {
    const { headers, text } = await engine.call('GET', '/docs', undefined, { by: 'nobody' });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).not.toMatch(/<script|https?:\/\/(?!127)/);
    for (const { label } of registry.all) expect(text).toContain(`<h2>${label[1]}</h2>`);
    expect(text).toContain('<b>POST</b> /api/cost_centers');
  });
});
