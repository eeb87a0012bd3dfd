import { mention } from '#kernel/fields/mention.ts';

/** Names in what other systems feed: kept as they were written, whether the portal knows the record or not. */

export const costCenter = <const As extends string = 'cost_centers_id'>(as?: As) =>
  mention('Cost Center', 'cost_centers', {
    by: 'identifier',
    as: as ?? 'cost_centers_id',
    code: true,
    optional: true,
  });

export const businessUnit = () =>
  mention('Business Unit', 'business_units', {
    by: 'name',
    as: 'business_units_id',
    short: 'abbreviation',
    optional: true,
  });

export const department = () =>
  mention('Department', 'departments', {
    by: 'name',
    as: 'departments_id',
    short: 'abbreviation',
    optional: true,
  });

export const owner = (label = 'Owner') =>
  mention(label, 'cloud_contacts', { by: 'email', as: 'cloud_contact_id', code: true, optional: true });
