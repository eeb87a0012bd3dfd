import { plantedTest } from '../planted-journey.ts';
import { leases, pulses, registry } from './leases.ts';

/** The test of a journey at a portal that has a model with every kind of field. */
export const test = plantedTest({
  registry,
  planted: [leases, pulses],
  files: { registry: 'kinds/leases.ts' },
});
