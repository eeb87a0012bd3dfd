import { IconEye, IconTable } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import { rememberList, writeListState, type ListState } from './list-state.ts';
import { useMay } from './use-may.ts';
import classes from './view-switch.module.css';

interface ViewSwitchProps {
  resource: Resource;
  at: 'view' | 'crud';
  state: ListState;
}

/** Leads from the list of a model to its editable table and back: to the same records in the same order. */
export function ViewSwitch({ resource, at, state }: ViewSwitchProps) {
  const mayUpdate = useMay(resource).update;
  if (!mayUpdate) return null;
  const places = [
    { action: 'view', label: 'View', Icon: IconEye },
    { action: 'crud', label: 'Edit', Icon: IconTable },
  ] as const;
  return (
    <div
      role="group"
      aria-label={`${resource.label[1]}: list or table`}
      className={classes.switch}
      data-no-print
    >
      {places.map(({ action, label, Icon }) => {
        const to = `/auth/${action}/${resource.name}`;
        return (
          <Link
            key={action}
            to={to}
            search={writeListState(state)}
            // A list that begins with a filter is not to set it anew where it was cleared.
            onClick={() => rememberList(to, state)}
            aria-current={action === at ? 'page' : undefined}
            data-at={action === at || undefined}
            className={classes.place}
          >
            <Icon size={16} aria-hidden />
            {label}
          </Link>
        );
      })}
    </div>
  );
}
