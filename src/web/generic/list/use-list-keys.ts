import { useNavigate } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import { useMay } from '../use-may.ts';
import { useShortcuts, type Shortcut } from '#web/ui/shortcuts/shortcuts.ts';
import { focusedRow } from '../focused-row.ts';

/** The keys of a list: what its buttons do. */
export function useListKeys(resource: Resource): void {
  const navigate = useNavigate();
  const may = useMay(resource);
  const { name, label } = resource;
  const go = (to: string) => void navigate({ to });
  const shortcuts: Shortcut[] = [];
  if (may.create)
    shortcuts.push({ keys: 'n', label: `Add a new ${label[0]}`, run: () => go(`/auth/create/${name}`) });
  if (may.update)
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
