import type { ResourceRights } from './rights.ts';

/** How it is known whose a record is. It is somebody's where any of these says so. */
export interface Owned {
  /** The field with the address of whose it is. */
  email?: string;
  /** The field with the name of that person. */
  name?: string;
  /** References and names of records: it is of whom the record is that they lead to. */
  through?: readonly string[];
  /** That the model's behaviour says it (`owned`). */
  own?: true;
  /** `false`: owners see none of these records; they are there for others that lead to them. */
  shown?: false;
}

/** Whether owners see those records of a model that are theirs. */
export const ownersSee = ({ owned, rights }: { owned?: Owned; rights?: ResourceRights }): boolean =>
  owned !== undefined && owned.shown !== false && rights?.read === undefined;
