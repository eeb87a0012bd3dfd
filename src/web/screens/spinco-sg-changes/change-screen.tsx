import { Alert, Box } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { choiceName } from '#kernel/fields/choice.ts';
import { spincoSgChanges, type SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import { changeQuery } from '#web/data/security-groups.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { ActionButtons } from '#web/generic/additions/action-buttons.tsx';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import { Comments } from '#web/generic/comments/comments.tsx';
import { lastListSearch } from '#web/generic/list-state.ts';
import { GoneRecord } from '#web/generic/record/gone-record.tsx';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import { isGone } from '#web/data/client.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { StateBadge } from '#web/ui/entries.tsx';
import { grouped } from '#kernel/written.ts';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { PageHeader, type Crumb } from '#web/ui/pages/page-header.tsx';
import { changeActions } from './actions.tsx';
import { ChangedUsers } from './changed-users.tsx';

const LIST = '/auth/view/spinco_sg_changes';
const crumbs = (): Crumb[] => [{ label: spincoSgChanges.label[1], to: LIST, search: lastListSearch(LIST) }];
const COLORS = { running: 'sky', done: 'teal', failed: 'red' } as const;
const { fields } = spincoSgChanges;

/** One change of a group, with what became of each user. It follows what happens. */
export default function ChangeScreen({ resource, id }: RecordScreenProps) {
  const load = useLoad(changeQuery(id));
  const change = dataOf(load);
  if (load.is === 'failed' && isGone(load.error))
    return <GoneRecord resource={resource} id={id} crumbs={crumbs()} />;
  const row = change as unknown as RecordRow | undefined;
  return (
    <>
      <PageHeader
        title={
          change
            ? `${choiceName(fields.deed, change.deed)}: ${change.group_name}`
            : `${resource.label[0]} ${id}`
        }
        crumbs={crumbs()}
        badge={
          change && <StateBadge word={choiceName(fields.state, change.state)} color={COLORS[change.state]} />
        }
        description={change && descriptionOf(change)}
        actions={row && <ActionButtons resource={resource} actions={changeActions} about={{ row }} />}
      />
      <Loaded load={load} failed="The change could not be loaded">
        {(shown) => (
          <>
            <Shown change={shown} />
            <Box mt={20}>
              <Comments model={resource.name} id={id} />
            </Box>
          </>
        )}
      </Loaded>
    </>
  );
}

function descriptionOf({
  requested_by: requester,
  created_at: at,
  finished_at: finished,
}: SpincoSgChange): string {
  const requested = `Requested by ${requester}, ${formatMoment(at)}`;
  return finished === null ? requested : `${requested} · finished ${formatMoment(finished)}`;
}

function Shown({ change }: { change: SpincoSgChange }) {
  const { state, error, done_count: done, failed_count: failed, user_count: total } = change;
  const isFailed = state === 'failed';
  return (
    <>
      {state === 'running' && (
        <ProgressLine
          progress={{
            label: `${grouped(done + failed)} of ${grouped(total)} users.`,
            share: (done + failed) / Math.max(1, total),
          }}
        />
      )}
      {error !== null && (
        <Alert
          color={isFailed ? 'red' : 'sky'}
          icon={<IconAlertTriangle aria-hidden />}
          title={isFailed ? 'The change failed' : 'It could not go on at once'}
          role={isFailed ? 'alert' : undefined}
          my="md"
        >
          {error}
        </Alert>
      )}
      <ChangedUsers change={change} />
    </>
  );
}
