import { Group, Title } from '@mantine/core';
import { useId, type ReactNode, type Ref } from 'react';
import classes from './access.module.css';

interface PartProps {
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  /** Beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page under a heading of its own, which can take the focus. */
export function Part({ title, heading, action, children }: PartProps) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <Group justify="space-between" align="center" mih={36} mb="sm">
        <Title order={2} size="h4" id={id} ref={heading} tabIndex={-1} className={classes.heading}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  );
}
