import { useState } from 'react';
import type { FileReading, ImportProblem } from '#kernel/csv/csv-import.ts';
import type { SaidHeadings } from '#kernel/csv/import-headings.ts';
import { HeadingsChoice } from './headings-choice.tsx';
import { HeadingsSaid } from './headings-said.tsx';
import { needsHeadings, headingProblems, type Said } from './kept-headings.ts';

interface HeadingsOfFileProps {
  reading: FileReading;
  errors: readonly ImportProblem[];
  /** What headings are taken for that the portal does not know. */
  said: Said;
  /** Something is chosen otherwise than the file was read: what is shown of it does not hold any more. */
  onTouch: () => void;
  /** The headings are to be read so. */
  onRead: (headings: SaidHeadings) => void;
}

/** What the headings of a file are taken for, where some are not known by themselves; to be chosen where one is not clear. */
export function HeadingsOfFile({ reading, errors, said, onTouch, onRead }: HeadingsOfFileProps) {
  const [changes, setChanges] = useState(false);
  if (changes || needsHeadings(reading, errors))
    return <HeadingsChoice {...{ reading, errors, said, onTouch, onRead }} />;
  const lacks = reading.headings.length > 0 && headingProblems(errors).length > 0;
  return <HeadingsSaid reading={reading} said={said} lacks={lacks} onChange={() => setChanges(true)} />;
}
