import { Anchor, Text } from '@mantine/core';
import type { SaidHeadings } from '#kernel/csv/import-headings.ts';
import type { Job } from '#kernel/work.ts';
import { saveFile } from '#web/data/save-file.ts';
import { grouped } from '#kernel/written.ts';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { OutcomeFile } from '../work/job-outcome.tsx';
import { HeadingsOfFile } from '../csv-import/headings/headings-of-file.tsx';
import { needsHeadings, NOT_CLEAR, type Said } from '../csv-import/headings/kept-headings.ts';
import { ProblemsTable, ScrollFrame } from '../csv-import/problems-table.tsx';
import {
  failureOf,
  leftOut,
  listsOf,
  type UploadDeclaration,
  type UploadOutcome,
  type UploadPlan,
} from './upload.ts';
import classes from './upload.module.css';

interface PartProps {
  upload: UploadDeclaration;
}

/** The required content of a file, with a template. */
export function Hint({ upload: { hint, template } }: PartProps) {
  const save = () =>
    template &&
    saveFile(template.file, new Blob([`\ufeff${template.columns.join(',')}\r\n`], { type: 'text/csv' }));
  return (
    <Text size="sm">
      {hint}{' '}
      {template && (
        <Anchor component="button" type="button" inherit onClick={save}>
          Download an empty template
        </Anchor>
      )}
    </Text>
  );
}

interface PlanProps {
  name: string;
  plan: UploadPlan;
  said: Said;
  onTouchHeadings: () => void;
  onReadHeadings: (headings: SaidHeadings) => void;
  /** The one that made it, where it took long. */
  job: Job | null;
}

/** The plan of a file, or its problems. */
export function Plan({
  upload,
  name,
  plan,
  said,
  onTouchHeadings,
  onReadHeadings,
  job,
}: PartProps & PlanProps) {
  const headings = (
    <HeadingsOfFile
      reading={plan}
      errors={plan.errors}
      said={said}
      onTouch={onTouchHeadings}
      onRead={onReadHeadings}
    />
  );
  if (needsHeadings(plan, plan.errors))
    return (
      <>
        <Text size="sm" role="status">
          {NOT_CLEAR}
        </Text>
        {headings}
      </>
    );
  if (!plan.valid)
    return (
      <>
        <FailureNote
          outcome={failureOf(
            upload,
            `Nothing of ${name} can be taken over: ${grouped(plan.error_total)} ${plan.error_total === 1 ? 'cell is' : 'cells are'} wrong.`,
          )}
        />
        {headings}
        <Problems plan={plan} job={job} />
      </>
    );
  return (
    <>
      <Text size="sm" role="status">
        This is what {name} would do. Nothing has been changed yet.
      </Text>
      {headings}
      <Lists upload={upload} outcome={plan} />
    </>
  );
}

/** The problems, and all of them as a file where they took long to find. */
export function Problems({ plan, job }: Pick<PlanProps, 'plan' | 'job'>) {
  return (
    <>
      <ProblemsTable problems={plan.errors} total={plan.error_total} />
      {job && <OutcomeFile job={job} />}
    </>
  );
}

/** Names beyond this are only counted: nobody reads so many in a dialog. */
const MOST_NAMED = 200;

/** The results or the plan, list by list. */
export function Lists({ upload, outcome }: PartProps & { outcome: UploadOutcome }) {
  const { skipped, ignored_columns: ignored } = outcome;
  const unchanged = outcome.models.reduce((sum, model) => sum + model.unchanged, 0);
  const remarks = [
    unchanged > 0 && `${grouped(unchanged)} ${unchanged === 1 ? 'stays as it is' : 'stay as they are'}.`,
    skipped > 0 && leftOut(skipped),
    ignored.length > 0 && `Columns that are not read: ${ignored.join(', ')}.`,
  ].filter((remark) => remark !== false);
  return (
    <div className={classes.lists}>
      {listsOf(upload, outcome).map(({ title, names, none }) => (
        <section key={title}>
          <h3>
            {title} {names.length > 0 && <span>{grouped(names.length)}</span>}
          </h3>
          {names.length === 0 ? (
            <p>{none}</p>
          ) : (
            <ScrollFrame label={title}>
              <ul>
                {names.slice(0, MOST_NAMED).map((name, at) => (
                  <li key={`${name} ${at}`}>{name}</li>
                ))}
                {names.length > MOST_NAMED && <li>and {grouped(names.length - MOST_NAMED)} more</li>}
              </ul>
            </ScrollFrame>
          )}
        </section>
      ))}
      {remarks.length > 0 && <p>{remarks.join(' ')}</p>}
    </div>
  );
}
