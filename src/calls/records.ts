import { z } from 'zod';

/** The model of a record. */
interface Model {
  singular: string;
  label: readonly [one: string, many: string];
}

const shapeOf = ({ singular, label }: Model) =>
  z.looseObject({ id: z.int(), lock_version: z.int() }).meta({ id: singular, title: label[0] });

const shapes = new Map<string, ReturnType<typeof shapeOf>>();

/** A record of a model as all calls answer it; what it has beside these members, its declaration says. */
export function recordOf(model: Model): ReturnType<typeof shapeOf> {
  const shape = shapes.get(model.singular) ?? shapeOf(model);
  shapes.set(model.singular, shape);
  return shape;
}
