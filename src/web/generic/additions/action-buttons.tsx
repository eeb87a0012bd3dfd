import { Button } from '@mantine/core';
import type { Resource } from '#kernel/resource.ts';
import type { Action } from './additions.ts';
import { useActions } from './use-actions.tsx';

interface ActionButtonsProps<About> {
  resource: Resource;
  actions: readonly Action<About>[] | undefined;
  about: About;
}

/** The actions that a model adds above its list, or to the screen of one record. */
export function ActionButtons<About>({ resource, actions, about }: ActionButtonsProps<About>) {
  const { offered, begin, busy, shown } = useActions(resource, actions);
  return (
    <>
      {offered(about).map((action) => (
        <Button
          key={action.label}
          variant="default"
          leftSection={action.icon}
          loading={busy === action}
          onClick={() => begin(action, about)}
        >
          {action.label}
        </Button>
      ))}
      {shown}
    </>
  );
}
