import { OF_BASELINE } from '#resources/cloud-deployments.ts';

/** The name of the step that gives the group at this place of a baseline its access. */
export const accessStep = (at: number): string => `${OF_BASELINE}access_${at + 1}`;
