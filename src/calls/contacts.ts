import { z } from 'zod';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { defineCall } from './call.ts';
import { fieldGiven } from './fields.ts';
import { recordOf } from './records.ts';

const { name, singular, label, fields } = cloudContacts;

/** Finds a contact or makes it, so that a form needs nothing but the address. */
export const addContactByEmail = defineCall({
  tag: label[1],
  topic: name,
  method: 'POST',
  path: `/${name}/by_email`,
  right: { model: name, action: 'create' },
  summary: `Find the ${label[0]} with an email, or add it`,
  success: 'It was added',
  status: 201,
  otherSuccess: { status: 200, success: 'It was there' },
  refusals: [409, 422],
  body: z.strictObject({ email: fieldGiven('email', fields.email) }),
  wrapper: [singular, name],
  data: recordOf(cloudContacts),
});
