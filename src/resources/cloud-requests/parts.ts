import type { ChoiceSource } from '#kernel/cloud/cloud-request.ts';
import type { FieldError } from '#kernel/errors.ts';
import { text } from '#kernel/fields/text.ts';
import type { Values } from '#kernel/input.ts';
import { messages } from '../messages.ts';

/** The common parts of the requests for accounts of the three clouds. */

export const OWNER_HINT = "Give the user's email, not the distribution list.";

export const requestMessages = { done: messages.requestSubmitted, failed: messages.reportFailed };

/** Whoever may be charged: a cost center that is valid today, a network, or a project. */
export const charged: ChoiceSource = {
  models: [
    { model: 'cost_centers', by: 'identifier', valid: true, query: { by_validity: 'valid' } },
    { model: 'cost_center_networks', by: 'identifier' },
    { model: 'project_ids', by: 'identifier' },
  ],
};

export const contacts: ChoiceSource = { models: [{ model: 'cloud_contacts', by: 'email' }], open: true };
/** Names that the inventory keeps whether it knows them or not; those that it does not are work that waits there. */
const units = (model: string): ChoiceSource => ({
  models: [{ model, by: 'name', short: 'abbreviation' }],
  open: true,
});
export const departments = units('departments');
export const businessUnits = units('business_units');

export const ownerTag = () => text('Owner', { format: 'email', max: 254, hint: OWNER_HINT });

/** A text of the values; empty where there is none. */
export const textOf = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};

/** One error where a text is there and a rule refuses it. */
export function refusedBy(
  values: Values,
  name: string,
  rules: readonly (readonly [isFine: (text: string) => boolean, message: string])[],
): FieldError[] {
  const value = textOf(values, name);
  const broken = value === '' ? undefined : rules.find(([isFine]) => !isFine(value));
  return broken ? [{ field: name, message: broken[1] }] : [];
}
