import { plantedTest } from '../planted-journey.ts';
import { surveysBehaviour } from './behaviour.ts';
import { meters, metersSql } from './meters.ts';
import { registry, surveys } from './surveys.ts';

/** The test of a journey at a portal that has surveys, and meters by the thousand. */
export const test = plantedTest({
  registry,
  planted: [surveys, meters],
  rows: metersSql,
  behaviours: [surveysBehaviour],
  files: { registry: 'doors/surveys.ts', screens: 'doors/model-screens.tsx' },
});
