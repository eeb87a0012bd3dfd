import type { ModelScreens } from '#web/generic/model-screens.ts';

/** Somebody whose name is not typed is known by the email. */
const nameFromEmail = ({ email }: { email?: unknown }) => ({ name: email ?? null });

/** What the screens of members have in common, those of CODE included. */
export const knownByEmail = {
  table: { implied: nameFromEmail },
  forms: { create: { heading: 'Add New Member', implied: nameFromEmail } },
} satisfies ModelScreens;
