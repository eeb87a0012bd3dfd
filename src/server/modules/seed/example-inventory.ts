import { answersFrom } from '#resources/cloud-survey-responses.ts';
import { addDays } from './days.ts';
import { accounts, cloudProjects, machines, surveyed } from './data/inventory.ts';
import { add, idsBy, type Chapter } from './example-reference-data.ts';

/** What is in the clouds, as they feed it, and what people answered about some of it. */
export async function addInventory(chapter: Chapter): Promise<void> {
  await add(chapter, 'cloud_parents', accounts);
  await add(chapter, 'virtual_machines', machines);
  await add(chapter, 'cloud_projects', cloudProjects);
  const parent = await idsBy(chapter, 'cloud_parents', 'identifier');
  await add(
    chapter,
    'cloud_survey_responses',
    surveyed.map(({ account, answers }) => ({
      ...answersFrom({ ...account }),
      cloud_parent_id: parent(account.identifier),
      ...answers,
    })),
    new Date(`${addDays(chapter.today, -9)}T13:20:00Z`),
  );
}
