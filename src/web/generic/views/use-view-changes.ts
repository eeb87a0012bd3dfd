import { useQueryClient } from '@tanstack/react-query';
import type { ListView, ShownList } from '#calls/views.ts';
import { ApiError } from '#web/data/client.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import type { Done } from '../additions/additions.ts';
import { noticeDone } from '../additions/notice-done.ts';
import type { ViewedList } from './viewed-list.ts';
import { changeView, deleteView, listViewsQuery, restoreView, setDefault } from './views.ts';

/**
 * The changes of a view by its menu: each is sent, and shown to be done, or why not.
 * @param shown how the list is shown, which is what a view is saved as
 */
export function useViewChanges({ resource, change, settle }: ViewedList, shown: ShownList) {
  const queries = useQueryClient();
  const { queryKey } = listViewsQuery(resource);

  const act = async (failed: string, run: () => Promise<Done>) => {
    try {
      const done = await run();
      await queries.invalidateQueries();
      noticeDone(done, queries);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noticeFailure({ title: failed, reason: error.message });
      // Where somebody changed the view meanwhile, another try is based on what it is by now.
      await queries.invalidateQueries({ queryKey });
    }
  };

  return {
    save: (one: ListView) =>
      act('The view could not be saved.', async () => {
        const saved = await changeView(one, { shown, lock_version: one.lock_version });
        // The view is as it was saved before what was chosen beside it goes, so that nothing of the list moves.
        queries.setQueryData<ListView[]>(queryKey, (all) =>
          all?.map((each) => (each.id === saved.id ? saved : each)),
        );
        settle();
        return { notice: `The view ${one.name} has been saved!` };
      }),
    share: (one: ListView) =>
      act('The view could not be changed.', async () => {
        await changeView(one, { shared: !one.shared, lock_version: one.lock_version });
        return {
          notice: one.shared ? `Only its owner sees ${one.name} now.` : `Everybody sees ${one.name} now.`,
        };
      }),
    begin: (one: ListView) =>
      act('This could not be changed.', async () => {
        await setDefault(one, !one.default);
        const begins = one.default ? 'no longer begins' : 'begins';
        return { notice: `${resource.label[1]} ${begins} with ${one.name}.` };
      }),
    remove: (one: ListView) =>
      act('The view could not be deleted.', async () => {
        await deleteView(one);
        const { filters, q, sort, per_page: perPage } = shown;
        change.show({ filters, q, sort, perPage });
        const undo = {
          send: () => restoreView(one),
          done: `The view ${one.name} is back.`,
          failed: 'The view could not be brought back.',
        };
        return { notice: `The view ${one.name} has been deleted!`, undo };
      }),
  };
}
