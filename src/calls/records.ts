import { z } from 'zod';
import type { Mode } from '#kernel/fields/field.ts';
import type { Resource } from '#kernel/resource.ts';
import { idOf } from './shapes.ts';

/*
 * Records of models, as calls take and answer them. The API description has their members from the declarations; a shape says
 * by which name there (`describedAs`).
 */

type Model = Pick<Resource, 'singular'>;

/** The parameters of the path of one record. */
export const recordParams = ({ label: [one] }: Pick<Resource, 'label'>) =>
  z.strictObject({
    id: idOf(one).meta({ type: 'integer', minimum: 1, description: 'The id of the record.' }),
  });

/** A record of a model as all calls answer it. */
export const recordOf = ({ singular: describedAs }: Model) =>
  z.looseObject({ id: z.int(), lock_version: z.int() }).meta({ describedAs });

/** A row of a list, which of a view is no record that somebody could change. */
export const rowOf = (model: Pick<Resource, 'singular' | 'source'>): z.ZodType =>
  model.source === 'table' ? recordOf(model) : z.looseObject({}).meta({ describedAs: model.singular });

/** The name under which the API description has what a creation or a change takes. */
export const inputName = ({ singular }: Model, mode: Mode) => `${singular}_${mode}`;

/** The fields of a creation. */
export const creationOf = (model: Model) =>
  z.looseObject({}).meta({ describedAs: inputName(model, 'create') });

/** The fields that a change sets, and the version of the record that it was made from. */
export const changeOf = (model: Model) =>
  z.looseObject({ lock_version: z.int().optional() }).meta({ describedAs: inputName(model, 'update') });
