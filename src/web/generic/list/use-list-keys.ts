import { useNavigate } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import { useRight } from '#web/data/use-session.ts';
import { useShortcuts, type Shortcut } from '#web/ui/shortcuts/shortcuts.ts';
import { focusedRow } from '../focused-row.ts';

/** The keys of a list: what its buttons do. */
export function useListKeys(resource: Resource): void {
  const navigate = useNavigate();
  const mayEdit = useRight('edit_reference_data');
  const { name, label, actions } = resource;
  const go = (to: string) => void navigate({ to });
  const shortcuts: Shortcut[] = [];
  if (mayEdit && actions.includes('create'))
    shortcuts.push({ keys: 'n', label: `Add a new ${label[0]}`, run: () => go(`/auth/create/${name}`) });
  if (mayEdit && actions.includes('update'))
    shortcuts.push(
      {
        keys: 'e',
        label: 'Edit the row that has the focus',
        run: () => {
          const id = focusedRow();
          if (id !== null) go(`/auth/edit/${name}/${id}`);
        },
      },
      { keys: 't', label: 'Edit in a table', run: () => go(`/auth/crud/${name}`) },
    );
  useShortcuts(label[1], shortcuts);
}
