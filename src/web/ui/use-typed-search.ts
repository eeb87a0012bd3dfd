import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 300;

interface TypedSearchOptions {
  /** The value that is searched for now; empty for none. */
  value: string;
  onSearch: (value: string) => void;
  /** How a value reads in the input; as it is by default. */
  show?: (value: string) => string;
  /** The value of a text; null while it has none. */
  read?: (text: string) => string | null;
}

const plain = (value: string) => value;
const trimmed = (text: string) => text.trim();

/**
 * The text of a search while it is typed: it is reported after a pause, or at once by `report`. Whatever else changes
 * the address wins over it, the Back button also while the pause runs.
 */
export function useTypedSearch({ value, onSearch, show = plain, read = trimmed }: TypedSearchOptions) {
  const [text, setText] = useState(() => show(value));
  const [reported, setReported] = useState(value);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address follows a moment after `onSearch`.
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const shown = show(value);

  if (value !== reported) {
    setReported(value);
    setText(shown);
  }
  useEffect(() => {
    const yieldToBack = () => {
      clearTimeout(pause.current);
      setText(shown);
    };
    window.addEventListener('popstate', yieldToBack);
    return () => window.removeEventListener('popstate', yieldToBack);
  }, [shown]);
  useEffect(() => () => clearTimeout(pause.current), []);

  const report = (next: string) => {
    clearTimeout(pause.current);
    const sought = read(next);
    if (sought === null || sought === latest.current) return;
    latest.current = sought;
    setReported(sought);
    onSearch(sought);
  };
  return {
    text,
    type: (next: string) => {
      setText(next);
      clearTimeout(pause.current);
      pause.current = setTimeout(() => report(next), PAUSE_MS);
    },
    /** Reports the present text without waiting. */
    report: () => report(text),
    empty: () => {
      setText('');
      report('');
    },
  };
}
