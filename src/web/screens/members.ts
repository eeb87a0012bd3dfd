import type { ModelScreens } from '#web/generic/model-screens.ts';

/** Somebody whose name is not typed is known by the email. */
const nameFromEmail = ({ email }: { email?: unknown }) => ({ name: email ?? null });

const screens: ModelScreens = {
  table: { implied: nameFromEmail },
  forms: { create: { heading: 'Add New Member', implied: nameFromEmail } },
};
export default screens;
