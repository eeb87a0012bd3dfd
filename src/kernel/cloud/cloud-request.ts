import type { FieldError } from '../errors.ts';
import type { Field } from '../fields/kinds.ts';
import type { Values } from '../input.ts';

/** The clouds in which accounts are created. */
export const clouds = ['aws', 'azure', 'gcp'] as const;
export type Cloud = (typeof clouds)[number];

/** Where the choices of a field come from; what is none of them is refused. */
export type ChoiceSource =
  | {
      /** Records of one of these models: the value is the property `by` of one that `query` leaves in its list. */
      models: readonly {
        model: string;
        by: string;
        /** The property with a short name of a record: who types it means that record. */
        short?: string;
        /** Only those that are active today and have not expired. */
        valid?: true;
        query?: Readonly<Record<string, string>>;
      }[];
      /** Other values are taken, too: the records are only offered. */
      open?: true;
    }
  | {
      /** A call below /api whose list has the choices, as returned by `GET /azure-groups` and `GET /gcp-folders`. */
      path: `/${string}`;
      /** Any number of them may be chosen. */
      several?: true;
    };

/**
 * A request for an account of a cloud. Its route, the description of it, its form, what is checked while one types, and
 * the list of deployments follow from this.
 */
export interface CloudRequest {
  /** The kind of its deployments, such as `aws_account`. */
  name: string;
  cloud: Cloud;
  /** The thing that is made, such as 'AWS Account'. */
  label: string;
  /** The heading of its page and the button that opens it. */
  action: string;
  /** Below /api. */
  path: `/${string}`;
  /** The page with its form. */
  page: `/${string}`;
  /** The member of the body that may hold the input. */
  wrapper: string;
  fields: Readonly<Record<string, Field>>;
  /** The groups of its form, in order; what is in none is an input of calls only. */
  groups: readonly { label: string; fields: readonly string[] }[];
  /** The field with the name of what is made. */
  title: string;
  /** Fields by which two requests are for the same thing: only one of them may be under way. */
  twins: readonly string[];
  choices: Readonly<Record<string, ChoiceSource>>;
  /** Fields in which each run of white space becomes a hyphen before anything else looks at them. */
  hyphenated: readonly string[];
  /** The field with the tag of each of these; absent where the request has none. */
  tags: Readonly<Partial<Record<TagName, string>>>;
  /** The fields with what the account may cost each month: a budget is made with it where they are filled in. */
  budget: BudgetFields;
  /** The field with the name of the template whose baseline the account gets. */
  baseline: string;
  /** Fields with whom to write to: the owner of the cost center, unless somebody else is named. */
  contacts: readonly string[];
  /** Further values that the inventory has of an account, beside its tags: field → property of a cloud parent. */
  inventory: Readonly<Record<string, string>>;
  /** The problems that the cloud would refuse, found from the values alone. */
  refused: (values: Values) => FieldError[];
  messages: { done: string; failed: string };
}

/** The names of the fields of a budget. */
export interface BudgetFields {
  amount: string;
  currency: string;
  thresholds: string;
}

/** The tags of accounts, whatever a cloud calls them. */
export type TagName = 'cost_center' | 'department' | 'owner' | 'project_name' | 'business_unit';

/** Whoever pays, with what follows for the account; null where the reference data does not say it. */
export interface FollowsFromCharged {
  owner: string | null;
  department: string | null;
  business_unit: string | null;
}

/** The name of whoever pays for a request with these values; empty without any. */
export function chargedName({ tags }: CloudRequest, values: Values): string {
  const name = values[tags.cost_center ?? ''];
  return typeof name === 'string' ? name.trim() : '';
}

/** The values of a request that follow from whoever pays, by field; null for what does not follow. */
export function followingFrom(
  { tags, contacts, ...request }: CloudRequest,
  charged: FollowsFromCharged,
): Values {
  const { owner, department, business_unit: unit } = charged;
  const tagged = { owner, department, business_unit: unit };
  const named = (Object.keys(tagged) as (keyof FollowsFromCharged)[]).flatMap((tag) => {
    const field = tags[tag];
    return field === undefined ? [] : [[field, tagged[tag]] as const];
  });
  const values = Object.fromEntries([...named, ...contacts.map((field) => [field, owner] as const)]);
  return withHyphens({ tags, contacts, ...request }, values);
}

/** Each run of white space as a hyphen. */
export const blanksAsHyphens = (text: string): string => text.replaceAll(/\s+/g, '-');
/** A text as its cloud takes it: without white space, at its ends and between its words. */
export const hyphenated = (text: string): string => blanksAsHyphens(text.trim());

/** Values as a request has them, with hyphens in place of white space where they belong. */
export function withHyphens(request: CloudRequest, values: Values): Values {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] =>
    typeof value === 'string' && request.hyphenated.includes(name)
      ? [name, hyphenated(value)]
      : [name, value],
  );
  return Object.fromEntries(entries);
}
