import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#web/data/client.ts';
import { identifiersQuery } from './spend.ts';

/** The choice of every identifier. */
export const ALL = 'All';

const shownOf = (key: string): string => (key === '' ? ALL : key);
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The identifier that is searched, as it is chosen or typed. */
export interface ChosenIdentifier {
  /** The text in the input. */
  text: string;
  /** Why the text is no choice. */
  problem: string | null;
  /** A text is typed or chosen. */
  write: (text: string) => void;
  /** The key of the search, empty for all; null where the text is no choice, which is shown then. */
  settle: () => Promise<string | null>;
}

/** Holds the text of an identifier against what was charged. @param key that of the search in the address */
export function useIdentifier(key: string): ChosenIdentifier {
  const queries = useQueryClient();
  const [text, setText] = useState(shownOf(key));
  const [problem, setProblem] = useState<string | null>(null);
  const [seen, setSeen] = useState(key);
  const latest = useRef(text);
  const show = (next: string, wrong: string | null = null) => {
    latest.current = next;
    setText(next);
    setProblem(wrong);
  };
  if (key !== seen) {
    // Whatever changes the address, the Back button too, wins over what is typed here.
    setSeen(key);
    setText(shownOf(key));
    setProblem(null);
  }
  const settle = async (): Promise<string | null> => {
    const typed = text.trim();
    if (typed === '' || isSame(typed, ALL)) {
      show(ALL);
      return '';
    }
    // What is searched already needs no question, also where nothing was charged.
    if (isSame(typed, key)) return key;
    latest.current = text;
    const found = await foundAs(typed);
    // Something else was typed meanwhile.
    if (latest.current !== text) return null;
    show(typeof found === 'string' ? found : text, typeof found === 'string' ? null : found.problem);
    return typeof found === 'string' ? found : null;
  };
  const foundAs = async (typed: string): Promise<string | { problem: string }> => {
    try {
      const { data, meta } = await queries.fetchQuery({ ...identifiersQuery(typed), staleTime: 5_000 });
      const called = data.find((one) => isSame(one, typed));
      const only = meta.total === 1 ? data[0] : undefined;
      const why = data.length > 0 ? 'fits several choices' : 'is none of the choices';
      return called ?? only ?? { problem: `'${typed}' ${why}. Choose one from the list.` };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { problem: `'${typed}' could not be looked up. ${error.message}` };
    }
  };
  return { text, problem, write: show, settle };
}
