import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { UndoPreview } from '#calls/undo.ts';
import { grouped } from '#kernel/written.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import type { Progress } from '../bulk/selection-calls.ts';
import { WorkProgress } from '../bulk/work-progress.tsx';
import { mayWorkLater } from '../failure-words.ts';
import { previewOfUndo, staysWords, takeChangesBack, undoneWords, willBe } from './undo-calls.ts';
import classes from './undo.module.css';

interface UndoDialogProps {
  changes: readonly number[];
  /** 'Undo import' */
  title: string;
  onClose: () => void;
  onUndone?: (() => void) | undefined;
}

/** The undo as it goes on; whoever leaves it sees it go on beside all screens. */
function useUndoing({ changes, onClose, onUndone }: UndoDialogProps) {
  const queries = useQueryClient();
  const [intent] = useState(newIntent);
  const left = useRef(false);
  const [busy, setBusy] = useState<{ progress: Progress; job: string | null } | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const start = async () => {
    setError(null);
    setBusy({ progress: null, job: null });
    try {
      const done = await takeChangesBack(changes, intent, (progress, job) => {
        if (!left.current) setBusy({ progress, job });
      });
      if (left.current) return;
      onClose();
      noticeSuccess(undoneWords(done));
      onUndone?.();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (left.current) return;
      setBusy(null);
      setError(failure);
    } finally {
      void queries.invalidateQueries();
    }
  };
  const leave = () => {
    if (!busy?.job) return;
    left.current = true;
    followJob(busy.job);
    onClose();
  };
  return { busy, error, start, leave };
}

/** Says what of changes is still as they have left it, asks once, and takes that back. */
export default function UndoDialog(props: UndoDialogProps) {
  const { changes, title, onClose } = props;
  const plan = useQuery({
    queryKey: ['activity', 'undo', changes],
    queryFn: () => previewOfUndo(changes),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { busy, error, start, leave } = useUndoing(props);
  const failure = error ?? plan.error;
  const isOver = failure !== null && !(failure instanceof ApiError && mayWorkLater(failure));
  return (
    <Dialog onClose={busy ? leave : onClose} title={title} centered>
      {plan.isPending && <Skeleton height={48} />}
      {plan.data && !failure && <Plan plan={plan.data} onFollow={onClose} />}
      {failure && (
        <FailureNote
          outcome={{ title: 'This could not be undone', reason: failure.message }}
          onFollow={onClose}
        />
      )}
      {busy?.job && <WorkProgress label="Undoing" progress={busy.progress} />}
      <DialogButtons>
        {busy?.job ? (
          <Button variant="default" onClick={leave}>
            Go on in the background
          </Button>
        ) : (
          <Button variant="default" onClick={onClose} disabled={busy !== null} data-autofocus>
            {isOver ? 'Close' : 'Cancel'}
          </Button>
        )}
        {!isOver && (
          <Button
            loading={busy !== null}
            disabled={plan.isPending}
            onClick={() => (plan.error ? void plan.refetch() : void start())}
          >
            {failure ? 'Try again' : title}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

/** So many that stay are named before the others are counted. */
const NAMED = 5;

function Plan({ plan, onFollow }: { plan: UndoPreview; onFollow: () => void }) {
  const { left, left_total: total } = plan;
  const named = left.slice(0, NAMED);
  return (
    <>
      <Text size="sm">{willBe(plan)}. Are you sure?</Text>
      {total > 0 && (
        <section className={classes.left} aria-label="What stays as it is">
          <Text size="sm">{staysWords(total)}:</Text>
          <ul>
            {named.map(({ model, id, name, error }) => (
              <li key={`${model} ${id}`}>
                <Link
                  to="/auth/$action/$model/$modelId"
                  params={{ action: 'view', model, modelId: String(id) }}
                  onClick={onFollow}
                >
                  {name}
                </Link>
                <span>{error}</span>
              </li>
            ))}
            {total > named.length && <li>and {grouped(total - named.length)} more</li>}
          </ul>
        </section>
      )}
    </>
  );
}
