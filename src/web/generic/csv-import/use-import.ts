import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CsvProblem, EncodingProblem, type OtherEncoding } from '#kernel/csv/decode-text.ts';
import {
  importKeys,
  type EmptyCells,
  type ImportPreview,
  type ImportProblem,
} from '#kernel/csv/csv-import.ts';
import type { SaidHeadings } from '#kernel/csv/import-headings.ts';
import type { DateOrder } from '#kernel/reading/days.ts';
import type { Resource } from '#kernel/resource.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import type { CallProgress } from '#web/data/progress-call.ts';
import { hideNotice } from '#web/ui/notices/notices.tsx';
import type { ImportTexts } from './import-texts.ts';
import { useMay } from '../use-may.ts';
import { isDecided } from '../editing/intents.ts';
import { chosenHere, keepHeadings, NOTHING_SAID } from './headings/kept-headings.ts';
import { runImport, type ImportDone } from './import-calls.ts';
import { isWorkbook, packWorkbook, parseFile, type ParsedFile } from './parse-file.ts';
import { planImport, type ChangeRule, type PlannedImport, type ReadFile } from './plan-import.ts';

/** How far the import of a file is. */
export type ImportStep =
  | { at: 'choosing'; remark: string | null }
  | { at: 'reading'; name: string }
  | { at: 'encoding'; chosen: File; problem: EncodingProblem }
  // One sheet of a workbook cannot be read; another one may be meant.
  | ({ at: 'sheet'; sheets: readonly string[]; problem: string } & ReadFile)
  | { at: 'checking' | 'importing'; file: ParsedFile; progress: CallProgress | null }
  // `touched`: its headings are chosen otherwise since, and it is to be read again.
  | ({ at: 'preview'; touched?: boolean } & PlannedImport);

/** A dialog over the import that says why it did not go on. */
export interface ImportFailure {
  title: string;
  message: string;
  /** Why there is no text of the server. */
  reason?: string;
}

/** How a file is read before a person says anything of it. */
const AS_IT_IS = { order: null, said: NOTHING_SAID, empty: 'leave' } as const;

const START: ImportStep = { at: 'choosing', remark: null };

/** The result of a refused import, in the form of a dry run. */
function previewOf(
  error: ApiError,
  { headings, columns, emptied, total, sheets, sheet }: ImportPreview,
): ImportPreview | null {
  const errors = error.errors as ImportProblem[];
  if (!errors.some((problem) => typeof problem.row === 'number')) return null;
  const count = error.details.error_total;
  return {
    dry_run: true,
    valid: false,
    would_create: 0,
    emptied,
    total,
    ...(sheets && { sheets, sheet }),
    skipped: 0,
    ignored_columns: [],
    headings,
    columns,
    summary: null,
    days: [],
    rows: [],
    errors,
    error_total: typeof count === 'number' ? count : errors.length,
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

/** Whether a file says nothing but what is there. */
export const changesNothing = ({ valid, would_create: created, would_update: updated }: ImportPreview) =>
  valid && created === 0 && updated === 0;

/** How far a file is on its way, and why it did not go on. */
function useWay(texts: ImportTexts) {
  const [step, setStep] = useState<ImportStep>(START);
  const [failure, setFailure] = useState<ImportFailure | null>(null);
  const begin = useOneAtATime();
  const intent = useRef(newIntent());
  const fail = (error: unknown, back: ImportStep) => {
    hideNotice();
    setFailure(failureOf(error, texts));
    setStep(error instanceof CsvProblem ? START : back);
  };
  return {
    step,
    setStep,
    failure,
    closeFailure: () => setFailure(null),
    begin,
    fail,
    /** The same for every attempt to import one file, which a lost answer does not double. */
    intent: () => intent.current,
    /** Makes the next attempt another import. */
    renewIntent: () => {
      intent.current = newIntent();
    },
  };
}

/** Reads a file and has it checked, from its choice on and again whenever a person has it read otherwise. */
function checksOf(
  resource: Resource,
  rule: ChangeRule,
  { step, setStep, begin, renewIntent, fail }: ReturnType<typeof useWay>,
) {
  const check = async (read: ReadFile, signal: AbortSignal) => {
    const { file } = read;
    setStep({ at: 'checking', file, progress: null });
    const onProgress = (progress: CallProgress) => setStep({ at: 'checking', file, progress });
    const found = await planImport(resource, read, rule, { signal, onProgress });
    if (!found.preview.valid) hideNotice();
    setStep({ at: 'preview', ...found });
  };

  /** Where one sheet of several cannot be read, another one is to be chosen. */
  const checkSheet = async (read: ReadFile, signal: AbortSignal) => {
    try {
      await check(read, signal);
    } catch (error) {
      const sheets = error instanceof ApiError ? error.details['sheets'] : null;
      if (signal.aborted || !Array.isArray(sheets)) throw error;
      hideNotice();
      setStep({ at: 'sheet', sheets: sheets.map(String), problem: (error as ApiError).message, ...read });
    }
  };

  return {
    /** Reads and checks a file; what was chosen before is forgotten. One that is no Unicode needs an answer first. */
    choose: async (chosen: File, encoding?: OtherEncoding) => {
      const signal = begin();
      renewIntent();
      setStep({ at: 'reading', name: chosen.name });
      try {
        const file = isWorkbook(chosen)
          ? await packWorkbook(chosen)
          : await parseFile(chosen, signal, encoding);
        await checkSheet({ file, ...AS_IT_IS, sheet: null }, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof EncodingProblem) setStep({ at: 'encoding', chosen, problem: error });
        else fail(error, START);
      }
    },
    /** Checks the file again, read otherwise. */
    readAgain: async (otherwise: Partial<Omit<ReadFile, 'file'>>) => {
      if (step.at !== 'preview' && step.at !== 'sheet') return;
      const signal = begin();
      renewIntent();
      try {
        const { file, order, said, empty, sheet } = step;
        await checkSheet({ file, order, said, empty, sheet, ...otherwise }, signal);
      } catch (error) {
        if (!signal.aborted) fail(error, step);
      }
    },
  };
}

/** The way of a file: read here, checked by the server, shown, imported. */
export function useImport(resource: Resource, texts: ImportTexts, onDone: (done: ImportDone) => void) {
  const queries = useQueryClient();
  const way = useWay(texts);
  const { step, setStep, begin, fail } = way;
  /** Whether it may change records, as a person said it; null where the file decides. */
  const [said, setSaid] = useState<boolean | null>(null);
  const may = useMay(resource);
  const keys = importKeys(resource);
  /** Whether a file finds records that it may change. */
  const mayChange = may.update && keys.length > 0;
  // Where nothing tells records apart, those that are there are left alone.
  const finds = mayChange || keys.length === 0;
  const { changesOnRequest: onRequest = false } = texts;
  const { choose, readAgain } = checksOf(resource, { said, finds, onRequest }, way);

  /** Imports the file that was checked. */
  const run = async () => {
    if (step.at === 'choosing') return setStep({ at: 'choosing', remark: texts.missing });
    if (step.at !== 'preview') return;
    const { file, update, order, empty, said: how, preview } = step;
    const sheet = preview.sheet ?? null;
    const signal = begin();
    const onProgress = (progress: CallProgress) => setStep({ at: 'importing', file, progress });
    setStep({ at: 'importing', file, progress: null });
    try {
      const intent = way.intent();
      const call = { update, order, empty, sheet, headings: how.headings, signal, onProgress, intent };
      const done = await runImport(resource, file, call);
      keepHeadings(resource.name, how.headings);
      onDone(done);
      await queries.invalidateQueries();
    } catch (error) {
      if (signal.aborted) return;
      const refused = error instanceof ApiError ? previewOf(error, preview) : null;
      // The server has decided; another attempt with this file is another import.
      if (isDecided(error)) way.renewIntent();
      fail(error, refused ? { ...step, preview: refused } : step);
    }
  };

  return {
    step,
    mayChange,
    changesByDefault: mayChange && said === null && !onRequest,
    update: said ?? false,
    setUpdate: setSaid,
    failure: way.failure,
    choose: (file: File, encoding?: OtherEncoding) => void choose(file, encoding),
    refuse: (remark: string) => setStep({ at: 'choosing', remark }),
    readDays: (order: DateOrder) => void readAgain({ order }),
    /** Another sheet is read as if it were another file. */
    readSheet: (sheet: string) => void readAgain({ ...AS_IT_IS, sheet }),
    takeEmpty: (empty: EmptyCells) => void readAgain({ empty }),
    touchHeadings: () => setStep((now) => (now.at === 'preview' ? { ...now, touched: true } : now)),
    /** Reads the headings of the file as a person said, and the next file's that has them. */
    readHeadings: (headings: SaidHeadings) => {
      keepHeadings(resource.name, headings);
      void readAgain({ said: chosenHere(headings) });
    },
    run: () => void run(),
    startOver: () => {
      begin();
      setStep(START);
    },
    closeFailure: way.closeFailure,
  };
}
