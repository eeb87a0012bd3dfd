import type { InitialDirectory } from '#simulators/graph/state.ts';

/** The id of a person or a group, by a number. */
export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const ADA = id(1);
export const BEN = id(2);
export const CLEO = id(3);
export const ADMINS = id(11);
export const EVERYBODY = id(12);

/** Somebody of a simulated directory. */
export const person = (at: string, name: string, given: object = {}) => ({
  id: at,
  name,
  userPrincipalName: `${name.toLowerCase()}@tenant.example`,
  email: `${name.toLowerCase()}@example.com`,
  enabled: true,
  ...given,
});
/** A group of a simulated directory. */
export const group = (at: string, name: string, given: object = {}) => ({
  id: at,
  name,
  description: null,
  email: null,
  dynamic: false,
  syncedElsewhere: false,
  members: [] as string[],
  owners: [] as string[],
  ...given,
});

/** Three people, two groups, and who is in them. */
export const small: InitialDirectory = {
  people: [person(ADA, 'Ada'), person(BEN, 'Ben'), person(CLEO, 'Cleo', { enabled: false })],
  groups: [
    group(ADMINS, 'APP_AWS_PIM_Admins', {
      members: [ADA, BEN],
      owners: [CLEO],
      description: 'Those who may',
    }),
    group(EVERYBODY, 'app_azure_Everybody', { members: [ADMINS, CLEO], dynamic: true }),
  ],
};
