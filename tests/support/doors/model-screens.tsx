import { modelScreens as own } from '#web/app/model-screens.ts';
import type { Additions } from '#web/generic/additions/additions.ts';
import { surveysAdditions } from './additions.tsx';
import { meters } from './meters.ts';
import { surveys } from './surveys.ts';

/** A row of a meter opens into what it is about. */
const metersAdditions: Additions = {
  children: {
    of: (row) => (row['currency'] === 'EUR' ? <p>Counts since {String(row['read_at'])}</p> : null),
    nameOf: (row) => `Counts of ${String(row['name'])}`,
  },
};

/** The models whose screens differ, and the planted ones. */
export const modelScreens: typeof own = {
  ...own,
  [surveys.name]: async () => ({ default: { additions: surveysAdditions } }),
  [meters.name]: async () => ({ default: { additions: metersAdditions } }),
};
