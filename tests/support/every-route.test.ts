import { expect, test } from 'vitest';
import { registry } from '#resources/registry.ts';
import { linesWithRoutes, named } from './every-route.ts';
import { oneOfEachShape } from './shapes.ts';

const [shape] = oneOfEachShape(registry);
const other = registry.all.find((model) => !oneOfEachShape(registry).includes(model));
const of = (name: string | undefined, rest = '') => ({ method: 'GET', path: `/api/${name}${rest}` });

test('the first line walks all routes, the others leave out what a model of each shape has as well', () => {
  const common = [of(shape?.name, '/:id'), of(other?.name, '/:id')];
  const alone = [of(other?.name, '/of_its_own'), { method: 'PATCH', path: `/api/${other?.name}/:id` }];
  const routes = [...common, ...alone, of('jobs', '/:id')];
  const walked = linesWithRoutes([['one'], ['another'], ['a third']], () => routes).map(
    ([name, which, all]) => [name, which, all().map(named)],
  );
  const few = [common[0], ...alone, of('jobs', '/:id')].flatMap((route) => (route ? [named(route)] : []));
  expect(walked).toEqual([
    ['one', 'every route', routes.map(named)],
    ['another', 'a route of each sort', few],
    ['a third', 'a route of each sort', few],
  ]);
});
