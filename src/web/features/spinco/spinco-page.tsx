import { Anchor } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { ChangeableGroup, ChangeableMeta } from '#calls/security-groups.ts';
import type { SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import { groupsQuery, type Deed } from '#web/data/security-groups.ts';
import { usePerson } from '#web/data/use-session.ts';
import { draftKey } from '#web/generic/editing/drafts.ts';
import { useBeginAnew } from '#web/generic/editing/use-begin-anew.ts';
import { useFormField } from '#web/generic/editing/use-form-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { ChangeForm } from './change-form.tsx';
import { GroupMembers } from './group-members.tsx';
import { ChangeHistory } from './history.tsx';
import { RunningChange } from './running-change.tsx';
import { createSpincoFormState, type SpincoFormState } from './spinco-form-state.ts';
import classes from './spinco.module.css';

const PAGE = '/auth/spinco-sg-modification';

/** /auth/spinco-sg-modification: adds and removes users of a spin-off security group. */
export function SpincoPage() {
  const may = usePerson()?.rights.operate ?? false;
  const { meta } = dataOf(useLoad(groupsQuery(''))) ?? {};
  return (
    <>
      <PageHeader
        title="Modify Spinco Security Groups"
        badge={
          meta?.simulated && (
            <Mark
              look="simulated"
              word="Simulator"
              reason="A simulator stands for the directory: nothing is changed outside of this portal."
            />
          )
        }
        description="Add people to a security group of the spin-off, or remove them."
      />
      {may ? <Desk meta={meta} /> : <MayNot />}
    </>
  );
}

/** The values in the address to begin with. */
const useNamedGroup = (): string => {
  const [named] = useState(
    useLocation({ select: ({ search }) => (search as Record<string, unknown>)['group'] }),
  );
  return typeof named === 'string' ? named : '';
};

/** A form state, and what says which of both is meant when it is sent. */
function makeFormState(
  place: string,
  group: string,
): { formState: SpincoFormState; mean: (deed: Deed) => void } {
  let meant: Deed = 'add';
  const formState = createSpincoFormState(place, group, () => meant);
  return { formState, mean: (deed) => (meant = deed) };
}

function Desk({ meta }: { meta: ChangeableMeta | undefined }) {
  const person = usePerson();
  const named = useNamedGroup();
  // Whose draft it is does not change while the page is open, not even when the session ends.
  const [place] = useState(() => draftKey(person?.email ?? '', PAGE));
  const [{ formState, mean, count }, setFormState] = useState(() => ({
    ...makeFormState(place, named),
    count: 0,
  }));
  const begin = useCallback(
    (group: string) => setFormState((now) => ({ ...makeFormState(place, group), count: now.count + 1 })),
    [place],
  );
  useBeginAnew(
    formState,
    useCallback(() => begin(named), [begin, named]),
  );
  // Another one may be begun while one goes on: each is followed to its own end.
  const [running, setRunning] = useState<readonly SpincoSgChange[]>([]);
  const over = useCallback((id: number) => setRunning((all) => all.filter((one) => one.id !== id)), []);
  return (
    <>
      {running.map((change) => (
        <RunningChange key={change.id} begun={change} onOver={over} />
      ))}
      <div className={classes.columns}>
        <ChangeForm
          key={count}
          formState={formState}
          onMeant={mean}
          missing={meta?.missing ?? null}
          onBegun={(change) => {
            setRunning((all) => [...all.filter(({ id }) => id !== change.id), change]);
            // The next change is of the same group, most likely.
            begin(change.group_name);
          }}
        />
        <Chosen formState={formState} readAt={meta?.read_at ?? null} />
      </div>
    </>
  );
}

/** The facts about the group in the form. */
function Chosen({ formState, readAt }: { formState: SpincoFormState; readAt: string | null }) {
  const name = String(useFormField(formState, 'securityGroupName').value ?? '').trim();
  const group = useChosenGroup(name);
  return (
    <>
      <GroupMembers group={group} readAt={readAt} />
      <ChangeHistory group={group?.name ?? ''} />
    </>
  );
}

function useChosenGroup(name: string): ChangeableGroup | null {
  const load = useLoad({ ...groupsQuery(name), enabled: name !== '' });
  const found = dataOf(load)?.data.find((one) => one.name.toLowerCase() === name.toLowerCase());
  return name === '' ? null : (found ?? null);
}

/** In place of the form, for who came to its address without the right to send it. */
const MayNot = () => (
  <EmptyState title="You may not change security groups">
    Operators do. Who administers the portal can give you another role.{' '}
    <Anchor component={Link} to="/auth/roles" underline="always">
      Who may do what
    </Anchor>
  </EmptyState>
);
