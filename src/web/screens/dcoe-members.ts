import type { RecordRow } from '#web/data/queries.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { knownByEmail } from './known-by-email.ts';

/** The one tenant that is the spin-off; every other one is what remains. */
const SPIN_OFF = 'spincorp';

/** CODE members are those of the spin-off and of what remains. */
const screens: ModelScreens = {
  ...knownByEmail,
  additions: {
    cells: { tenant: { text: ({ tenant }: RecordRow) => (tenant === SPIN_OFF ? 'SpinCo' : 'RemainCo') } },
  },
};
export default screens;
