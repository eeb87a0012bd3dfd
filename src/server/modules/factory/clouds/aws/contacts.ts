import { z } from 'zod';
import type { ContactType } from '#server/providers/aws/interface.ts';
import type { Step } from '../../ledger/step.ts';
import { accountOf, textOf, type AwsRecipeParts } from './parts.ts';

const LONGEST_NAME = 64;

/** The three contacts that an account has beside its owner, and the fields with their addresses. */
export const contactFields: readonly { type: ContactType; field: string; label: string }[] = [
  { type: 'BILLING', field: 'billingContact', label: 'billing' },
  { type: 'OPERATIONS', field: 'operationsContact', label: 'operations' },
  { type: 'SECURITY', field: 'securityContact', label: 'security' },
];

const contactOf = z.object({ name: z.string(), title: z.string(), email: z.string(), phone: z.string() });

/** 'Jane Doe' for jane.doe@example.com, whom the portal does not know. */
export function nameFromAddress(email: string): string {
  const words = (email.split('@', 1)[0] ?? '').split(/[._+-]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email;
}

/** Addresses of alternate contacts have fewer characters than those that mail servers take. */
export const isContactAddress = (email: string): boolean => /^[\w+=.#|!&-]+@[\w.-]+\.\w+$/.test(email);

/** Sets the three alternate contacts, a step for each. The same contact may be set again. */
export function setContacts({ provider, nameOf, contact }: AwsRecipeParts): Step[] {
  return contactFields.map(({ type, field, label }) => ({
    name: `${label}_contact`,
    label: `Set the ${label} contact`,
    input: async (context) => {
      const email = textOf(context, field);
      const name = ((await nameOf(email))?.trim() || nameFromAddress(email)).slice(0, LONGEST_NAME);
      return { ...contact, name, email };
    },
    call: async (context, input) => {
      const { name, title, email, phone } = contactOf.parse(input);
      await provider.putContact(accountOf(context), type, { name, title, email, phone });
      return { state: 'done', note: `${name} <${email}>` };
    },
  }));
}
