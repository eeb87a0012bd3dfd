import { plantedTest } from '../planted-journey.ts';
import { surveysBehaviour } from './behaviour.ts';
import { registry, surveys } from './surveys.ts';

/** The test of a journey at a portal that has surveys. */
export const test = plantedTest({
  registry,
  planted: [surveys],
  behaviours: [surveysBehaviour],
  files: { registry: 'doors/surveys.ts', screens: 'doors/screens.tsx' },
});
