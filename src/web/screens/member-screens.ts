import type { RecordRow } from '#web/data/queries.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';

/** Somebody whose name is not typed is known by the email. */
const nameFromEmail = ({ email }: { email?: unknown }) => ({ name: email ?? null });

/** The one tenant that is the spin-off; every other one is what remains. */
const SPIN_OFF = 'spincorp';

/** What the screens of members have in common; those of CODE are no different. */
const screens: ModelScreens = {
  table: { implied: nameFromEmail },
  forms: { create: { heading: 'Add New Member', implied: nameFromEmail } },
  additions: {
    cells: { tenant: { text: ({ tenant }: RecordRow) => (tenant === SPIN_OFF ? 'SpinCo' : 'RemainCo') } },
  },
};
export default screens;
