import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RefField } from '#kernel/fields/ref.ts';
import type { InputProps } from '../input-props.ts';
import { nameReference, openReference } from './name-reference.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The text typed into a reference, and the choice that was there before. */
interface Typed {
  text: string;
  before: unknown;
}

/**
 * The typed text of a reference. The text is the value while it is there, so that nothing is saved in its
 * place and a reload loses none of it. Left without a choice, it becomes the record that it names; where it names no
 * single one it stays, with the reason.
 */
export function useTypedReference({ field, value, onChange, onPending, mode }: InputProps<RefField>) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Typed | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [seen, setSeen] = useState(value);
  /** The value that was reported last. */
  const [reported, setReported] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // Somebody else set it: a draft that is dropped, a version that is merged.
    if (value !== reported) {
      setTyped(null);
      setProblem(null);
    }
  }
  const now = useRef<string | null>(null);
  useEffect(() => {
    now.current = typed?.text ?? null;
  });

  const report = (next: unknown) => {
    setReported(next);
    onChange(next);
  };
  const end = (next: unknown) => {
    setTyped(null);
    setProblem(null);
    report(next);
  };
  const lookUp = async (text: string) => {
    const named = await nameReference(queries, field, text.trim(), mode);
    // Something else was typed or chosen meanwhile.
    if (now.current !== text) return;
    if ('problem' in named) setProblem(named.problem);
    else end(named.id);
  };

  return {
    /** The text as it is typed; null shows the choice. */
    search: typed?.text ?? null,
    /** The value whose choice is shown, or was before. */
    choice: typed ? typed.before : value,
    /** Why the text names no record. */
    problem: problem ?? (typed === null && isText(value) ? openReference(value) : null),
    type: (text: string) => {
      const before = typed ? typed.before : isText(value) ? null : value;
      setTyped({ text, before });
      setProblem(null);
      report(text.trim() === '' ? before : text);
    },
    choose: end,
    /** Takes back what was typed. */
    undo: () => typed && end(typed.before),
    /** The input is left; `shown` is how the choice before reads. */
    leave: (shown: string) => {
      if (!typed) return;
      const text = typed.text.trim();
      if (text === '' || text === shown) return end(typed.before);
      const work = lookUp(typed.text);
      onPending?.(work);
    },
  };
}
