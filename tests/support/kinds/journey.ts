import { plantedTest } from '../planted-journey.ts';
import { rentals, pulses, registry } from './rentals.ts';

/** The test of a journey at a portal that has a model with every kind of field. */
export const test = plantedTest({
  registry,
  planted: [rentals, pulses],
  files: { registry: 'kinds/rentals.ts' },
});
