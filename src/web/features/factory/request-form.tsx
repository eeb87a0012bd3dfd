import { Button, Fieldset, Group, Paper, SimpleGrid, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type RefObject } from 'react';
import { chargedName, followingFrom, type CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { cloudsQuery } from '#web/data/clouds.ts';
import type { ListAnswer } from '#web/data/queries.ts';
import { usePerson } from '#web/data/use-session.ts';
import { refusedBehind } from '#web/generic/failure-words.ts';
import { useWayBack } from '#web/generic/editing/came-from.ts';
import { draftKey } from '#web/generic/editing/drafts.ts';
import { focusWrong } from '#web/generic/editing/focus-wrong.ts';
import { LeaveGuard } from '#web/generic/editing/leave-guard.tsx';
import { RestoredNote } from '#web/generic/editing/restored-note.tsx';
import { useBeginAnew, useForms } from '#web/generic/editing/use-begin-anew.ts';
import { useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { useStillHere } from '#web/generic/use-still-here.ts';
import { useBeginAtField } from '#web/ui/focus/use-begin-at-field.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { chargedQuery, useFollowing } from '#web/generic/clouds/charged.ts';
import { CopyNote, type CopyOf } from './copy-note.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { RequestInput } from './request-input.tsx';
import { StartFromTemplate } from './start-from-template.tsx';
import { createRequestFormState, deploymentAddress, type RequestFormState } from './request-form-state.ts';
import { usePreview } from './use-preview.ts';
import classes from './factory.module.css';

interface RequestFormProps {
  request: CloudRequest;
  /** The source of a copy; null: it begins empty. */
  copied: CopyOf | null;
  /** The templates that an empty form may begin from instead. */
  offered?: ListAnswer | undefined;
}

/** The form of a request, and beside it what would be made of it. */
export function RequestForm(props: RequestFormProps) {
  const [form, beginAnew] = useForms();
  return <OneRequest key={form} {...props} onBeginAnew={beginAnew} />;
}

function OneRequest({
  request,
  copied,
  offered,
  onBeginAnew,
}: RequestFormProps & { onBeginAnew: () => void }) {
  const leave = useWayBack('/auth/view/cloud_deployments');
  const form = useRef<HTMLFormElement>(null);
  useBeginAtField(form);
  // On the way to the request that is in the way of this one: what was typed waits for the return.
  const leaving = useRef(false);
  const formState = useRequestFormState(request, copied);
  const { failure, locked } = useFormStatus(formState);
  useBeginAnew(formState, onBeginAnew);
  const { preview, values, errorOf } = usePreview(request, formState);
  const fromOf = useFollowing(formState, {
    nameIn: (typed) => chargedName(request, typed),
    follow: (charged) => followingFrom(request, charged),
  });
  const { status, isDecided } = useCloudStatus(request);
  const submit = useSubmit(request, formState, form, isDecided);
  return (
    <div className={classes.columns}>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <form
          ref={form}
          noValidate
          aria-label={request.action}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack gap="lg">
            {copied ? (
              <CopyNote copied={copied} request={request} formState={formState} />
            ) : (
              <StartFromTemplate request={request} offered={offered} />
            )}
            <RestoredNote formState={formState} startOver />
            {status && status.refused !== null && (
              <FailureNote
                outcome={{
                  title: `${request.label}s cannot be made here yet`,
                  reason: status.refused,
                }}
              />
            )}
            {failure && (
              <FailureNote
                outcome={failure}
                onFollow={() => {
                  leaving.current = true;
                }}
              />
            )}
            <Groups request={request} formState={formState} errorOf={errorOf} fromOf={fromOf} />
            <Group justify="flex-end" className={classes.buttons}>
              <Button variant="default" onClick={leave} disabled={locked}>
                Cancel
              </Button>
              <Button type="submit" loading={locked}>
                {isDecided ? 'Submit for Approval' : 'Submit'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
      <PlanPanel request={request} values={values} preview={preview} isDecided={isDecided} />
      <LeaveGuard formState={formState} leaving={leaving} />
    </div>
  );
}

interface GroupsProps {
  request: CloudRequest;
  formState: RequestFormState;
  /** What the cloud would refuse of the value of a field. */
  errorOf: (name: string) => string | undefined;
  /** The cost center that the value of a field follows from. */
  fromOf: (name: string) => string | null;
}

/** The inputs, in the groups that the request is declared with. */
function Groups({ request, formState, errorOf, fromOf }: GroupsProps) {
  const [first] = request.groups[0]?.fields ?? [];
  return request.groups.map(({ label, fields }) => (
    <Fieldset key={label} legend={label} variant="unstyled" className={classes.group}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        {fields.map((name) => (
          <div key={name}>
            <RequestInput
              request={request}
              formState={formState}
              name={name}
              preview={errorOf(name)}
              from={fromOf(name)}
              takesFocus={name === first}
            />
          </div>
        ))}
      </SimpleGrid>
    </Fieldset>
  ));
}

/** The state of the form: with its draft, if there is one, and the values of what it copies. */
function useRequestFormState(request: CloudRequest, copied: CopyOf | null): RequestFormState {
  const person = usePerson();
  const queries = useQueryClient();
  // Whose draft it is does not change while the form is open, not even when the session ends.
  const [formState] = useState(() => {
    const address = copied ? `${request.page}/${copied.like.model}/${copied.like.id}` : request.page;
    const place = draftKey(person?.email ?? '', address);
    // Where the cost center cannot be read, the fields stay as they were typed.
    const findCharged = async (name: string) => queries.fetchQuery(chargedQuery(name)).catch(() => null);
    return createRequestFormState(request, place, findCharged, copied?.copy.values);
  });
  return formState;
}

/** Sends the request and leads to what is made of it, or marks what is wrong. */
function useSubmit(
  request: CloudRequest,
  formState: RequestFormState,
  form: RefObject<HTMLFormElement | null>,
  isDecided: boolean,
) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const isHere = useStillHere();
  const address = useLocation({ select: (location) => location.pathname });
  return async () => {
    const result = await formState.submit();
    if (result.is === 'refused' && isHere()) focusWrong(form.current);
    else if (result.is === 'refused') noticeFailure(refusedBehind(result.failure, address));
    if (result.is !== 'saved') return;
    const to = deploymentAddress(result.stored);
    void queries.invalidateQueries();
    noticeSuccess({
      title: request.messages.done,
      ...(isDecided && { reason: 'Somebody else decides before anything is made.' }),
      link: { label: 'See how far it is', to },
    });
    if (isHere()) void navigate({ to });
  };
}

/** The status of the cloud of a request, and whether somebody else than the requester decides of it. */
function useCloudStatus({ cloud, name }: CloudRequest) {
  const { data } = useQuery(cloudsQuery());
  const status = data?.find((one) => one.cloud === cloud);
  return { status, isDecided: status?.approvals.includes(name) ?? false };
}
