import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { rightFor } from '#kernel/rights.ts';
import { ApiError } from '#web/data/client.ts';
import { usePerson } from '#web/data/use-session.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { createIntents, type Intents } from '../editing/intents.ts';
import type { Action, ActionDialog } from './additions.ts';
import { noticeDone } from './notice-done.ts';

interface LateDialogProps {
  dialog: ActionDialog<never>;
  about: never;
  onClose: () => void;
}
const ActionDialogView = lateDialog<LateDialogProps>(
  () => import('./action-dialog.tsx'),
  ({ onClose }) => onClose(),
);

const UploadDialog = lateDialog(
  () => import('../upload/upload-dialog.tsx'),
  ({ onClose }) => onClose(),
);

interface Open<About> {
  action: Action<About>;
  about: About;
}

const NO_ACTIONS: readonly Action<never>[] = [];

/** The key of an action and its record. */
function deedOf<About>({ label }: Action<About>, about: About): string {
  const row: unknown = typeof about === 'object' && about && 'row' in about ? about.row : null;
  const id: unknown = typeof row === 'object' && row && 'id' in row ? row.id : null;
  return `${label} ${String(id)}`;
}

/** The actions of a model: which of them a person is offered, how one begins, and the dialog of the one that has begun. */
export interface Actions<About> {
  /** The same function while nothing of it changes. */
  offered: (about: About) => Action<About>[];
  /** Whether the person has the right to any of them. */
  permitted: boolean;
  begin: (action: Action<About>, about: About) => void;
  /** The action that is being done at once; of several the one that began last. */
  busy: Action<About> | null;
  shown: ReactNode;
}

export function useActions<About>(
  resource: Resource,
  actions: readonly Action<About>[] = NO_ACTIONS as readonly Action<About>[],
): Actions<About> {
  const person = usePerson();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open<About> | null>(null);
  const [busy, setBusy] = useState<readonly Action<About>[]>([]);
  /** Of what is done to one record: each deed has keys of its own, which outlive an answer that was lost. */
  const [intents] = useState(() => new Map<string, Intents>());
  const [doing] = useState(() => new Set<string>());

  const rights = person?.rights;
  const permitted = useMemo(
    () =>
      actions.filter(
        ({ right = rightFor(resource, 'update') }) => right === null || rights?.[right] === true,
      ),
    [actions, resource, rights],
  );
  const offered = useCallback(
    (about: About) => permitted.filter((action) => action.offered?.(about) ?? true),
    [permitted],
  );
  const close = () => setOpen(null);
  const doAtOnce = async (action: Extract<Action<About>, { run: unknown }>, about: About) => {
    const deed = deedOf(action, about);
    if (doing.has(deed)) return;
    doing.add(deed);
    const { once } = intents.get(deed) ?? createIntents(null);
    intents.set(deed, { once });
    setBusy((before) => [...before, action]);
    try {
      const done = await action.run(about, { once, report: () => undefined });
      void queries.invalidateQueries();
      noticeDone(done, queries);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noticeFailure({ title: action.failed, reason: error.message });
      void queries.invalidateQueries();
    } finally {
      doing.delete(deed);
      setBusy((before) => before.filter((_, at) => at !== before.indexOf(action)));
    }
  };
  const begin = (action: Action<About>, about: About) => {
    if ('to' in action) {
      const { to, search } = action.to(about);
      void navigate({ to, search: search as never });
    } else if ('run' in action) {
      void doAtOnce(action, about);
    } else setOpen({ action, about });
  };
  return {
    offered,
    permitted: permitted.length > 0,
    begin,
    busy: busy.at(-1) ?? null,
    shown: open && <Suspense>{dialogOf(open, close)}</Suspense>,
  };
}

function dialogOf<About>({ action, about }: Open<About>, onClose: () => void): ReactNode {
  if ('opens' in action) {
    const { opens: Own } = action;
    return <Own about={about} onClose={onClose} />;
  }
  if ('upload' in action) return <UploadDialog upload={action.upload} onClose={onClose} />;
  if (!('dialog' in action)) return null;
  // The subject of an action is the same for the dialog that it declares.
  const dialog = action.dialog as ActionDialog<unknown> as ActionDialog<never>;
  return <ActionDialogView dialog={dialog} about={about as never} onClose={onClose} />;
}
