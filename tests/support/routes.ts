import type { FastifyInstance } from 'fastify';

/** One address of a server, its parameters as `:id`, and one method that it takes. */
export interface Route {
  method: string;
  path: string;
}

/** Every route of a server, read from the tree that it prints of itself. */
export function routesOf(app: Pick<FastifyInstance, 'printRoutes'>): Route[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const match = /^(.*?)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line);
      if (!match) return [];
      const [, indent = '', part = '', methods] = match;
      const depth = indent.length / 4;
      const path = `${above[depth - 1] ?? ''}${part}`;
      above.splice(depth, Infinity, path);
      return (methods?.split(', ') ?? []).map((method) => ({ method, path }));
    });
}
