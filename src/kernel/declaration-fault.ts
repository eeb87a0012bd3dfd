import type { Resource } from './resource.ts';

/** Refuses a declaration that cannot work, with the names of the resource and of the place in it. */
export function declarationFault(resource: Pick<Resource, 'name'>, where: string, why: string): never {
  throw new Error(`Resource ${resource.name}, ${where}: ${why}`);
}
