import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { ListState, ListStateChange } from '../list-state.ts';
import { firstChoice, groupingsOf } from './group-choices.ts';

interface GroupButtonProps {
  resource: Resource;
  registry: Registry;
  wanted: ListState;
  change: ListStateChange;
}

/** The button that groups a list, by the field that most likely says something, and shows its rows again. */
export function GroupButton({ resource, registry, wanted, change }: GroupButtonProps) {
  const isGrouped = groupingsOf(registry, resource, wanted.group).length > 0;
  return (
    <Button
      variant="default"
      leftSection={<IconStack2 size={16} aria-hidden />}
      title="Group"
      data-brief
      aria-pressed={isGrouped}
      data-no-print
      onClick={() => change.setGroup(isGrouped ? '' : firstChoice(registry, resource))}
    >
      Group
    </Button>
  );
}
