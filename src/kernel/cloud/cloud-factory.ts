import type { Cloud } from './cloud-request.ts';
import type { FieldError } from '../errors.ts';

/** What the calls of the cloud factory answer, for both sides of them. */

/** What the portal talks to for a cloud: the list of `GET /clouds`. */
export interface CloudStanding {
  cloud: Cloud;
  /** Nothing is made outside of the portal. */
  simulated: boolean;
  /** The organization or tenant in which accounts are made, as people know it; null for none. */
  name: string | null;
  /** Why nothing can be asked for there, with what to do; null where all is well. */
  refused: string | null;
  /** The kinds of requests of it of which somebody else than the requester decides. */
  approvals: readonly string[];
}

/** What a request would make; a call with `dry_run` answers it, and nothing is kept. */
export interface Foreseen {
  /** Null while too little is filled in to tell. */
  plan: RequestPlan | null;
  /** Everything that is wrong with what was sent so far, as a call that means it would be told. */
  errors: readonly FieldError[];
}

export interface RequestPlan {
  /** Where it will lie, such as 'Organization / sandbox'. */
  where: string;
  /** How it will be tagged, in the cloud's own spelling of keys and values. */
  tags: readonly { key: string; value: string }[];
  /** What else will be set, such as the regions or the type of the subscription. */
  settings: readonly { label: string; value: string }[];
  steps: readonly string[];
}

/** What there is to choose from in a cloud: the list of `GET /azure-groups` and `GET /gcp-folders`. */
export interface ToldChoiceGroup {
  label: string;
  options: readonly { value: string; label: string }[];
}

/** What a request begins with that is like an account or a deployment. */
export interface RequestCopy {
  /** The kind of the request, such as `aws_account`. */
  request: string;
  /** What people call what it is like. */
  name: string;
  /** By field of the request. */
  values: Readonly<Record<string, unknown>>;
  notes: readonly CopyNote[];
}

/** What no longer holds and is left out, or stands there and is to be looked at. */
export interface CopyNote {
  field: string;
  message: string;
  is: 'left out' | 'to be looked at';
}
