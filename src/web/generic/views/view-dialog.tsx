import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { boolean } from '#kernel/fields/boolean.ts';
import { text } from '#kernel/fields/text.ts';
import type { ListView } from '#calls/views.ts';
import { abilities } from '#kernel/rights.ts';
import { usePerson } from '#web/data/use-session.ts';
import ActionDialogView from '../additions/action-dialog.tsx';
import type { ActionDialog } from '../additions/additions.ts';
import type { Naming, ViewedList } from './viewed-list.ts';
import { addView, changeView, listViewsQuery, stateOf } from './views.ts';

interface ViewDialogProps {
  list: ViewedList;
  naming: Naming;
  onClose: () => void;
}

const name = text('Name', { max: 80, hint: 'What one would look for, such as expiring in Q3.' });
const shared = boolean('Everybody Sees It');

/** The dialog for the name of a new view, or for another name of the one that is shown. */
export function ViewDialog({ list, naming, onClose }: ViewDialogProps) {
  const queries = useQueryClient();
  const mayShare = usePerson()?.rights[abilities.share_views.right] === true;
  // The list as it was when the dialog was opened; it goes on behind it.
  const [{ resource, view, change, now }] = useState(list);
  const dialog = useMemo((): ActionDialog<object> => {
    if (naming === 'rename' && view)
      return {
        title: 'Rename the View',
        fields: { name },
        start: () => ({ name: view.name }),
        submit: 'Rename',
        failed: 'The view could not be renamed.',
        run: async ({ values }) => {
          const { queryKey } = listViewsQuery(resource);
          const known = queries.getQueryData<ListView[]>(queryKey)?.find(({ id }) => id === view.id) ?? view;
          try {
            await changeView(known, { name: String(values['name']), lock_version: known.lock_version });
          } catch (error) {
            // Where somebody changed it meanwhile, another press is based on what it is by now.
            await queries.invalidateQueries({ queryKey });
            throw error;
          }
          return { notice: 'The view has been renamed!' };
        },
      };
    return {
      title: 'Save as a New View',
      text: () => 'It keeps the filters, the order, the page size and the columns as they are now.',
      fields: mayShare ? { name, shared } : { name },
      submit: 'Save',
      failed: 'The view could not be saved.',
      run: async ({ values }) => {
        const made = await addView({
          model: resource.name,
          name: String(values['name']),
          shared: values['shared'] === true,
          shown: now(),
        });
        // It is known before the address names it, so that nothing says that it is gone.
        queries.setQueryData<ListView[]>(listViewsQuery(resource).queryKey, (all = []) => [...all, made]);
        change.show(stateOf(made));
        return { notice: `The view ${made.name} has been saved!` };
      },
    };
  }, [naming, view, resource, change, now, mayShare, queries]);
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
