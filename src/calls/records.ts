import { z } from 'zod';
import type { Mode } from '#kernel/fields/field.ts';
import type { Resource } from '#kernel/resource.ts';
import { idOf } from './shapes.ts';

/*
 * Records of models, as calls take and answer them. Their names stand in the API description, which has their other members
 * from the declarations.
 */

type Model = Pick<Resource, 'singular' | 'label'>;

/** The parameters of the path of one record. */
export const recordParams = ({ label: [one] }: Pick<Model, 'label'>) =>
  z.strictObject({
    id: idOf(one).meta({ type: 'integer', minimum: 1, description: 'The id of the record.' }),
  });

/** Makes shapes once for each name. */
function named<T extends z.ZodType>(make: (model: Model) => T): (model: Model) => T {
  const shapes = new Map<string, T>();
  return (model) => {
    const shape = shapes.get(model.singular) ?? make(model);
    shapes.set(model.singular, shape);
    return shape;
  };
}

/** A record of a model as all calls answer it. */
export const recordOf = named(({ singular, label }) =>
  z.looseObject({ id: z.int(), lock_version: z.int() }).meta({ id: singular, title: label[0] }),
);

const viewRowOf = named(({ singular, label }) => z.looseObject({}).meta({ id: singular, title: label[0] }));

/** A row of a list, which of a view is no record that somebody could change. */
export const rowOf = (model: Model & Pick<Resource, 'source'>): z.ZodType =>
  model.source === 'table' ? recordOf(model) : viewRowOf(model);

/** The name under which the API description has what a creation or a change takes. */
export const inputName = ({ singular }: Pick<Model, 'singular'>, mode: Mode) => `${singular}_${mode}`;

/** The fields of a creation. */
export const creationOf = named((model) => z.looseObject({}).meta({ id: inputName(model, 'create') }));

/** The fields that a change sets, and the version of the record that it was made from. */
export const changeOf = named((model) =>
  z.looseObject({ lock_version: z.int().optional() }).meta({ id: inputName(model, 'update') }),
);
