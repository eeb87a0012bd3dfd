import { sameTone, toneOf, comparedValue } from '#kernel/tones.ts';
import { cloudSurveyResponses, counterpartOf, TAKEN_OVER } from '#resources/cloud-survey-responses.ts';
import type { RecordRow } from '#web/data/queries.ts';

/** An answer that could be taken over: what the inventory has now, and what it would have. */
interface DifferingAnswer {
  answer: keyof typeof TAKEN_OVER;
  label: string;
  /** Null where the inventory has nothing. */
  now: string | null;
  answered: string;
}

/** The answers of a survey that say something else than the cloud parent does. */
export function differingAnswers(row: RecordRow): DifferingAnswer[] {
  return (Object.keys(TAKEN_OVER) as (keyof typeof TAKEN_OVER)[]).flatMap((answer) => {
    const answered = row[answer];
    const from = counterpartOf(answer);
    if (typeof answered !== 'string' || answered === '' || !toneOf(sameTone(from), answered, '', row))
      return [];
    const { label } = cloudSurveyResponses.fields[answer];
    return [{ answer, label, now: comparedValue(from, row) ?? null, answered }];
  });
}
