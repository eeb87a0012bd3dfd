import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CsvProblem, EncodingProblem, type OtherEncoding } from '#kernel/csv/decode-text.ts';
import { importOf, type ImportPreview, type ImportProblem } from '#kernel/csv/csv-import.ts';
import type { DateOrder } from '#kernel/reading/days.ts';
import type { Resource } from '#kernel/resource.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import type { CallProgress } from '#web/data/progress-call.ts';
import { hideNotice } from '#web/ui/notices/notices.tsx';
import type { ImportTexts } from './import-texts.ts';
import { useMay } from '../use-may.ts';
import { isDecided } from '../editing/intents.ts';
import { previewImport, runImport, type ImportDone } from './import-calls.ts';
import { parseFile, type ParsedFile } from './parse-file.ts';

/** How far the import of a file is. */
export type ImportStep =
  | { at: 'choosing'; remark: string | null }
  | { at: 'reading'; name: string }
  | { at: 'encoding'; chosen: File; problem: EncodingProblem }
  | { at: 'checking' | 'importing'; file: ParsedFile; progress: CallProgress | null }
  | ({ at: 'preview'; preview: ImportPreview } & Checked);

/** A file, and how it was checked. */
interface Checked {
  file: ParsedFile;
  /** Whether its rows may change records. */
  update: boolean;
  /** In which order a person reads its days; null where its columns decide. */
  order: DateOrder | null;
}

/** A dialog over the import that says why it did not go on. */
export interface ImportFailure {
  title: string;
  message: string;
  /** Why there is no text of the server. */
  reason?: string;
}

const START: ImportStep = { at: 'choosing', remark: null };

/** The result of a refused import, in the form of a dry run. */
function previewOf(error: ApiError): ImportPreview | null {
  const errors = error.errors as ImportProblem[];
  if (!errors.some((problem) => typeof problem.row === 'number')) return null;
  const total = error.details.error_total;
  return {
    dry_run: true,
    valid: false,
    would_create: 0,
    skipped: 0,
    ignored_columns: [],
    days: [],
    rows: [],
    errors,
    error_total: typeof total === 'number' ? total : errors.length,
  };
}

/**
 * The words of a failure that ends a step.
 * @throws anything but a problem of the file and a refusal of the server
 */
function failureOf(error: unknown, texts: ImportTexts): ImportFailure {
  if (error instanceof CsvProblem) {
    const where = error.line === null ? '' : `Line ${error.line}: `;
    return { title: texts.unreadable, message: `${where}${error.message}` };
  }
  if (!(error instanceof ApiError)) throw error;
  const { serverText } = error;
  return {
    title: texts.failed,
    message: serverText ?? texts.failedFallback,
    reason: serverText === null ? error.message : undefined,
  };
}

/** Begins something and breaks off what was under way before, as leaving does; what has begun takes the signal. */
function useOneAtATime(): () => AbortSignal {
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  return () => {
    running.current.abort();
    running.current = new AbortController();
    return running.current.signal;
  };
}

/** Whether nothing is wrong with a file but that it has records which exist, or twice the same. */
const isOfKnown = ({ valid, errors }: ImportPreview, key: string): boolean =>
  !valid && errors.every(({ field }) => field === key);

/** Whether a file says nothing but what is there. */
export const changesNothing = ({ valid, would_create: created, would_update: updated }: ImportPreview) =>
  valid && created === 0 && updated === 0;

/** The way of a file: read here, checked by the server, shown, imported. */
export function useImport(resource: Resource, texts: ImportTexts, onDone: (done: ImportDone) => void) {
  const queries = useQueryClient();
  const [step, setStep] = useState<ImportStep>(START);
  const may = useMay(resource);
  /** The unique field by which a file finds what it changes; null where it only adds. */
  const key = (may.update && importOf(resource)?.key) || null;
  /** Whether it may change records, as a person said it; null where the file decides. */
  const [said, setSaid] = useState<boolean | null>(null);
  const [failure, setFailure] = useState<ImportFailure | null>(null);
  const begin = useOneAtATime();
  /** The same for every attempt to import one file, which a lost answer does not double. */
  const intent = useRef(newIntent());

  const fail = (error: unknown, back: ImportStep) => {
    hideNotice();
    setFailure(failureOf(error, texts));
    setStep(error instanceof CsvProblem ? START : back);
  };

  /**
   * Has a file checked and shows what it would do. One of records that exist changes them, unless a person said no; where
   * a person has to ask for that, it is planned so if it changes none.
   */
  const check = async (checked: Checked, signal: AbortSignal) => {
    const { file } = checked;
    setStep({ at: 'checking', file, progress: null });
    const onProgress = (progress: CallProgress) => setStep({ at: 'checking', file, progress });
    const planned = async (update: boolean) => {
      const call = { ...checked, update, signal, onProgress, intent: newIntent() };
      return { ...checked, update, preview: await previewImport(resource, file, call) };
    };
    let found = await planned(checked.update);
    if (said === null && key !== null && isOfKnown(found.preview, key)) {
      const changing = await planned(true);
      const mayChange = !texts.changesIfAsked || changing.preview.would_update === 0;
      if (changing.preview.valid && mayChange) found = changing;
    }
    if (!found.preview.valid) hideNotice();
    setStep({ at: 'preview', ...found });
  };

  /** Reads and checks a file; what was chosen before is forgotten. One that is no Unicode needs an answer first. */
  const choose = async (chosen: File, encoding?: OtherEncoding) => {
    const signal = begin();
    intent.current = newIntent();
    setStep({ at: 'reading', name: chosen.name });
    try {
      const read = await parseFile(chosen, signal, encoding);
      await check({ file: read, update: said ?? false, order: null }, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof EncodingProblem) setStep({ at: 'encoding', chosen, problem: error });
      else fail(error, START);
    }
  };

  /** Checks the file again, its days read in this order. */
  const readDays = async (order: DateOrder) => {
    if (step.at !== 'preview') return;
    const signal = begin();
    intent.current = newIntent();
    try {
      await check({ file: step.file, update: said ?? false, order }, signal);
    } catch (error) {
      if (!signal.aborted) fail(error, step);
    }
  };

  /** Imports the file that was checked. */
  const run = async () => {
    if (step.at === 'choosing') return setStep({ at: 'choosing', remark: texts.missing });
    if (step.at !== 'preview') return;
    const { file, update, order } = step;
    const signal = begin();
    setStep({ at: 'importing', file, progress: null });
    try {
      const onProgress = (progress: CallProgress) => setStep({ at: 'importing', file, progress });
      const done = await runImport(resource, file, {
        update,
        order,
        signal,
        onProgress,
        intent: intent.current,
      });
      onDone(done);
      await queries.invalidateQueries();
    } catch (error) {
      if (signal.aborted) return;
      const refused = error instanceof ApiError ? previewOf(error) : null;
      // The server has decided; another attempt with this file is another import.
      if (isDecided(error)) intent.current = newIntent();
      fail(error, refused ? { ...step, preview: refused } : step);
    }
  };

  return {
    step,
    mayChange: key !== null,
    changesUnasked: key !== null && said === null && !texts.changesIfAsked,
    update: said ?? false,
    setUpdate: setSaid,
    failure,
    choose: (file: File, encoding?: OtherEncoding) => void choose(file, encoding),
    refuse: (remark: string) => setStep({ at: 'choosing', remark }),
    readDays: (order: DateOrder) => void readDays(order),
    run: () => void run(),
    startOver: () => {
      begin();
      setStep(START);
    },
    closeFailure: () => setFailure(null),
  };
}
