import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CsvProblem, EncodingProblem, type OtherEncoding } from '#kernel/csv/decode-text.ts';
import type { ImportPreview, ImportProblem } from '#kernel/csv/csv-import.ts';
import type { Resource } from '#kernel/resource.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import type { CallProgress } from '#web/data/progress-call.ts';
import { hideNotice } from '#web/ui/notices/notices.tsx';
import { isDecided } from '../editing/intents.ts';
import { previewImport, runImport } from './import-calls.ts';
import { parseFile, type ParsedFile } from './parse-file.ts';

/** The sentences of an import, which are the model's own. */
export interface ImportTexts {
  /** The kind of file that it takes. */
  hint: string;
  /** The text after it unless records that exist are to be changed too. */
  createsOnly: string;
  done: string;
  failed: string;
  failedFallback: string;
  unreadable: string;
  missing: string;
}

/** How far the import of a file is. */
export type ImportStep =
  | { at: 'choosing'; remark: string | null }
  | { at: 'reading'; name: string }
  | { at: 'encoding'; chosen: File; problem: EncodingProblem }
  | { at: 'checking' | 'importing'; file: ParsedFile; progress: CallProgress | null }
  | { at: 'preview'; file: ParsedFile; preview: ImportPreview };

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

/** The way of a file: read here, checked by the server, shown, imported. */
export function useImport(resource: Resource, texts: ImportTexts, onDone: (created: number) => void) {
  const queries = useQueryClient();
  const [step, setStep] = useState<ImportStep>(START);
  const [update, setUpdate] = useState(false);
  const [failure, setFailure] = useState<ImportFailure | null>(null);
  const begin = useOneAtATime();
  /** The same for every attempt to import one file, which a lost answer does not double. */
  const intent = useRef(newIntent());

  const fail = (error: unknown, back: ImportStep) => {
    hideNotice();
    setFailure(failureOf(error, texts));
    setStep(error instanceof CsvProblem ? START : back);
  };

  /** Reads and checks a file; what was chosen before is forgotten. One that is no Unicode needs an answer first. */
  const choose = async (chosen: File, encoding?: OtherEncoding) => {
    const signal = begin();
    intent.current = newIntent();
    setStep({ at: 'reading', name: chosen.name });
    try {
      const read = await parseFile(chosen, signal, encoding);
      setStep({ at: 'checking', file: read, progress: null });
      const onProgress = (progress: CallProgress) => setStep({ at: 'checking', file: read, progress });
      const preview = await previewImport(resource, read, {
        update,
        signal,
        onProgress,
        intent: newIntent(),
      });
      if (!preview.valid) hideNotice();
      setStep({ at: 'preview', file: read, preview });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof EncodingProblem) setStep({ at: 'encoding', chosen, problem: error });
      else fail(error, START);
    }
  };

  /** Imports the file that was checked. */
  const run = async () => {
    if (step.at === 'choosing') return setStep({ at: 'choosing', remark: texts.missing });
    if (step.at !== 'preview') return;
    const { file } = step;
    const signal = begin();
    setStep({ at: 'importing', file, progress: null });
    try {
      const onProgress = (progress: CallProgress) => setStep({ at: 'importing', file, progress });
      const { created } = await runImport(resource, file, {
        update,
        signal,
        onProgress,
        intent: intent.current,
      });
      onDone(created);
      await queries.invalidateQueries();
    } catch (error) {
      if (signal.aborted) return;
      const refused = error instanceof ApiError ? previewOf(error) : null;
      // The server has decided; another attempt with this file is another import.
      if (isDecided(error)) intent.current = newIntent();
      fail(error, refused ? { at: 'preview', file, preview: refused } : step);
    }
  };

  return {
    step,
    update,
    setUpdate,
    failure,
    choose: (file: File, encoding?: OtherEncoding) => void choose(file, encoding),
    refuse: (remark: string) => setStep({ at: 'choosing', remark }),
    run: () => void run(),
    startOver: () => {
      begin();
      setStep(START);
    },
    closeFailure: () => setFailure(null),
  };
}
