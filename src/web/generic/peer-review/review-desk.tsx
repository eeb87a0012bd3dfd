import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { openDesk } from '#web/data/peer-review.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { listed } from '#kernel/written.ts';
import { noticeWaits } from './notice-waits.ts';

const ReasonDialog = lateDialog(
  () => import('./reason-dialog.tsx'),
  ({ onAnswer }: { onAnswer: (reason: string | null) => void }) => onAnswer(null),
);

type Answer = (reason: string | null) => void;

/** Asks why a change is made wherever one is refused for want of a reason, and says of a change that it waits. */
export function ReviewDesk() {
  const queries = useQueryClient();
  const [asking, setAsking] = useState<{ answer: Answer } | null>(null);
  const open = useRef<Answer | null>(null);
  useEffect(
    () =>
      openDesk({
        askReason: () =>
          new Promise((resolve) => {
            const answer: Answer = (reason) => {
              open.current = null;
              setAsking(null);
              resolve(reason);
            };
            open.current = answer;
            setAsking({ answer });
          }),
        showWaits: ({ fields }) => {
          noticeWaits(`Your change of ${listed(fields)} waits`);
          void queries.invalidateQueries();
        },
      }),
    [queries],
  );
  // Whoever waits for a reason hears that none comes.
  useEffect(() => () => open.current?.(null), []);
  return <Suspense>{asking && <ReasonDialog onAnswer={asking.answer} />}</Suspense>;
}
