import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { ApiError } from '#web/data/client.ts';
import type { Question } from '#web/ui/dialogs/confirm-popover.tsx';
import { ConfirmPopover } from '#web/ui/dialogs/late-confirm-popover.ts';
import { isFocusFree } from '#web/ui/focus/focus-places.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';

/** Something that ends something, once the person has said Yes. */
export interface Ending {
  question: string;
  about: string;
  /** Returns the sentence to be shown. */
  run: () => Promise<string>;
  failed: string;
}

/**
 * Asks before something is ended, and shows the result. What was pressed goes with what it ended, so the focus
 * then goes to the heading of its list.
 */
export function useConfirmFirst(heading: { current: HTMLElement | null }): {
  /** `at`: what was pressed. */
  confirm: (at: HTMLElement, ending: Ending) => void;
  busy: boolean;
  shown: ReactNode;
} {
  const queries = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async ({ run: end, failed }: Ending) => {
    setBusy(true);
    try {
      noticeSuccess(await end());
      await queries.invalidateQueries();
      // Who has gone on to something else meanwhile stays there.
      if (isFocusFree(heading.current?.closest('section'))) heading.current?.focus({ preventScroll: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noticeFailure({ title: failed, reason: error.message });
      void queries.invalidateQueries();
    } finally {
      setBusy(false);
    }
  };
  return {
    confirm: (at, ending) => {
      if (!busy)
        setQuestion({
          text: ending.question,
          about: ending.about,
          at,
          onYes: () => void run(ending),
        });
    },
    busy,
    shown: (
      <Suspense>
        {question && <ConfirmPopover question={question} onClose={() => setQuestion(null)} />}
      </Suspense>
    ),
  };
}
