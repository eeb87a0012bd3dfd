import { unmeasured, type Figure } from '../figures.ts';
import { measureAnswerLimits } from '../limits/answers.ts';
import { measureFailureLimits } from '../limits/failures.ts';
import { measureFileLimits } from '../limits/files.ts';
import { measureFunctionLimits } from '../limits/in-process.ts';
import { measureGroupLimits } from '../limits/group-changes.ts';
import { measureImportLimits } from '../limits/imports.ts';
import { measurePageLimits } from '../limits/pages.ts';
import { startWatched } from '../limits/watched-portal.ts';
import type { World } from '../world.ts';

/** What is measured at one portal that is watched. */
const WATCHED = { answers: measureAnswerLimits, files: measureFileLimits, imports: measureImportLimits };
/** What starts portals of its own. */
const OTHERS = { groups: measureGroupLimits, failures: measureFailureLimits, pages: measurePageLimits };

/**
 * What nothing that people send may exceed: how long others wait, of the processor, of the clock and of memory. Tests assert
 * what comes of the same requests; how much it takes depends on the machine, so it is measured here.
 */
export async function measureLimits(world: World, say: (line: string) => void): Promise<Figure[]> {
  const figures = await measureFunctionLimits(say);
  const portal = await startWatched(world);
  try {
    for (const [name, measure] of Object.entries(WATCHED))
      figures.push(
        ...(await measure(world, portal, say).catch((error) => unmeasured(`limits of ${name}`, error))),
      );
  } finally {
    await portal.stop();
  }
  for (const [name, measure] of Object.entries(OTHERS))
    figures.push(...(await measure(world, say).catch((error) => unmeasured(`limits of ${name}`, error))));
  return figures;
}
