import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ChangePreview, PreviewedUser } from '#calls/security-groups.ts';
import { grouped } from '#kernel/written.ts';
import type { Load } from '#web/ui/pages/loaded.tsx';
import { ErrorState } from '#web/ui/pages/states.tsx';
import classes from './spinco.module.css';

/** So many are listed; those that are wrong come first. */
const LISTED = 100;

interface ResolvedUsersProps {
  preview: Load<ChangePreview> | null;
  /** Entries that are no users. */
  wrong: readonly string[];
}

/** Whom the users are in the directory, those first that it does not know. */
export function ResolvedUsers({ preview, wrong }: ResolvedUsersProps) {
  const users = preview?.is === 'loaded' ? preview.data.users : [];
  const unknown = users.filter(({ problem }) => problem !== null);
  const known = users.filter(({ problem }) => problem === null);
  const listed = [...unknown, ...known].slice(0, LISTED);
  const rest = users.length - listed.length;
  if (preview === null && wrong.length === 0) return null;
  return (
    <section aria-label="Who they are" aria-busy={preview?.is === 'loading' || undefined}>
      {preview?.is === 'failed' && (
        <ErrorState error={preview.error} title="The users could not be looked up" onRetry={preview.retry} />
      )}
      <Text size="sm" role="status" className={classes.summary}>
        {summaryOf(known, unknown.length + wrong.length)}
      </Text>
      <ul className={classes.users}>
        {wrong.slice(0, LISTED).map((message) => (
          <li key={message} data-bad>
            <IconAlertTriangle size={16} aria-hidden />
            <span>{message}</span>
          </li>
        ))}
        {listed.map((user) => (
          <ResolvedUser key={user.user} user={user} />
        ))}
      </ul>
      {rest > 0 && (
        <Text size="sm" c="dimmed">
          and {grouped(rest)} more that are known
        </Text>
      )}
    </section>
  );
}

function summaryOf(known: readonly PreviewedUser[], wrong: number): string {
  const members = known.filter(({ member }) => member).length;
  const parts = [`${grouped(known.length)} known`];
  if (members > 0) parts.push(`${grouped(members)} of them in the group`);
  if (wrong > 0) parts.push(`${grouped(wrong)} to correct`);
  return parts.join(', ');
}

function ResolvedUser({ user: { user, name, problem, member, enabled } }: { user: PreviewedUser }) {
  const Icon = problem === null ? IconCheck : IconAlertTriangle;
  const facts = [member && 'in the group', !enabled && 'may not sign in'].filter(Boolean).join(', ');
  return (
    <li data-bad={problem !== null || undefined}>
      <Icon size={16} aria-hidden />
      {problem === null ? (
        <span>
          <b>{name}</b> <span className={classes.soft}>{user}</span>
          {facts && <span className={classes.fact}>{facts}</span>}
        </span>
      ) : (
        <span>{problem}</span>
      )}
    </li>
  );
}
