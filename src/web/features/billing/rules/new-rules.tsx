import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { MovedRun, RulesVersion } from '#calls/rules.ts';
import { ref } from '#kernel/fields/ref.ts';
import type { Values } from '#kernel/input.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { usePerson } from '#web/data/use-session.ts';
import { problemsOf } from '#web/generic/additions/action-form-state.ts';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import { draftKey, readDraft } from '#web/generic/editing/drafts.ts';
import { focusWrong } from '#web/generic/editing/focus-wrong.ts';
import { LeaveGuard } from '#web/generic/editing/leave-guard.tsx';
import { LoneInput } from '#web/generic/editing/lone-input.tsx';
import { RestoredNote } from '#web/generic/editing/restored-note.tsx';
import { createFormState } from '#web/generic/editing/form-state.ts';
import type { FormField } from '#web/generic/editing/form-field.ts';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { useBeginAnew, useForms } from '#web/generic/editing/use-begin-anew.ts';
import { useFormField, useFormStatus, useFormValues } from '#web/generic/editing/use-form-state.ts';
import { openValues, payloadOf, fieldsOfForm } from '#web/generic/editing/values.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { Part } from '../part.tsx';
import {
  addRules,
  rulesInputOf,
  COST_CENTER,
  previewRules,
  RULES_PAGE,
  type RulesInput,
  type Shared,
} from './rules.ts';
import {
  commitmentFields,
  commitmentProblems,
  CommitmentRules,
  commitmentsIn,
  commitmentValues,
} from './commitment-rules.tsx';
import { PoolInputs, POOLS } from './pool-inputs.tsx';
import { poolProblems, poolsIn, typedPools, type TypedPool } from './pools.ts';
import { Moves } from './moves.tsx';
import classes from '../forms.module.css';
import rules from './rules.module.css';

const HOW = 'how';
const NAMED = 'cost_center';
const fields = {
  [COST_CENTER]: ref('Cost Center', costCenters.name, {
    show: 'identifier',
    as: 'cost_center_identifier',
    none: 'never',
    validOn: 'today',
  }),
};

const sharedIn = (values: Values): Shared =>
  values[HOW] === NAMED ? { cost_center_id: values[COST_CENTER] as number } : { split: 'proportional' };

/** The version that is typed. */
const rulesIn = (values: Values): RulesInput => ({
  shared: sharedIn(values),
  commitments: commitmentsIn(values),
  pools: poolsIn(values[POOLS] as readonly TypedPool[]),
});

/** The runs that would move, with the rules that they were computed for. */
interface Preview {
  input: RulesInput;
  runs: MovedRun[];
}

/** The form of a version; trying it out and adding it are two ways to send it. */
function makeRules(current: RulesVersion, place: string, report: (preview: Preview) => void) {
  let tries = false;
  const now = rulesInputOf(current);
  const known: Record<string, FormField> = {
    [HOW]: { label: 'What Belongs to No Account' },
    ...fieldsOfForm({ fields }, [COST_CENTER]),
    ...commitmentFields,
    [POOLS]: { label: 'Pools', same: (one, other) => JSON.stringify(one) === JSON.stringify(other) },
  };
  /** Each input of a pool is a field of its own for errors, which is known once it has one. */
  const atInputs = <E extends Record<string, string>>(errors: E): E => {
    for (const name of Object.keys(errors)) known[name] ??= { label: 'Pool' };
    return errors;
  };
  const formState = createFormState<RulesVersion>({
    fields: known,
    start: {
      [HOW]: 'split' in now.shared ? 'proportional' : NAMED,
      [COST_CENTER]: 'split' in now.shared ? null : now.shared.cost_center_id,
      ...commitmentValues(now),
      [POOLS]: typedPools(current.pools),
    },
    place,
    what: 'form',
    draft: readDraft(place),
    problems: (values): Record<string, string> => {
      const open = {
        ...commitmentProblems(values),
        ...atInputs(poolProblems(values[POOLS] as readonly TypedPool[])),
      };
      if (values[HOW] !== NAMED) return open;
      const payload = payloadOf({ [COST_CENTER]: values[COST_CENTER] });
      return { ...problemsOf(fields, payload), ...openValues({ fields }, payload), ...open };
    },
    words: (error) => {
      atInputs(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])));
      return {
        title: tries ? 'What it would move could not be found out.' : 'The version could not be added.',
        reason: error.message,
        ...(mayWorkLater(error) && { requestId: error.requestId }),
      };
    },
    submit: async ({ values, once }) => {
      const input = rulesIn(values);
      if (!tries) return once(input, (intent) => addRules(input, intent));
      report({ input, runs: await previewRules(input) });
      return null;
    },
  });
  const send = (trying: boolean) => {
    tries = trying;
    return formState.submit();
  };
  return { formState, send };
}

/** A form for the next version: what it would move in the open runs is shown before it can be added. */
export function NewRules({ current }: { current: RulesVersion }) {
  const [form, beginAnew] = useForms();
  return (
    <Part title="New Version">
      <NextVersion key={`${form} ${current.version}`} current={current} onBeginAnew={beginAnew} />
    </Part>
  );
}

function NextVersion({ current, onBeginAnew }: { current: RulesVersion; onBeginAnew: () => void }) {
  const person = usePerson();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [{ formState, send }] = useState(() =>
    makeRules(current, draftKey(person?.email ?? '', RULES_PAGE), setPreview),
  );
  const { saving, locked, failure } = useFormStatus(formState);
  useBeginAnew(formState, onBeginAnew);
  const values = useFormValues(formState);
  const next = current.version + 1;
  // Only a version that was tried out is added; other values have to be tried out first.
  const tried = preview && JSON.stringify(preview.input) === JSON.stringify(rulesIn(values)) ? preview : null;
  const isSame = JSON.stringify(rulesIn(values)) === JSON.stringify(rulesInputOf(current));
  const attempt = async (trying: boolean) => {
    if (trying) setPreview(null);
    const result = await send(trying);
    if (result.is === 'refused') focusWrong(form.current);
    if (result.is !== 'saved') return;
    noticeSuccess({
      title: `Version ${result.stored.version} of the rules is in force.`,
      reason: 'Runs that begin from now on use it. Each open run keeps its own until it takes this one.',
    });
    void queries.invalidateQueries();
    onBeginAnew();
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="New Version"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(true);
      }}
    >
      <Stack gap="md" className={classes.form}>
        <RestoredNote formState={formState} startOver />
        <How formState={formState} />
        {values[HOW] === NAMED && (
          <LoneInput formState={formState} name={COST_CENTER} field={fields[COST_CENTER]} mode="create" />
        )}
        <CommitmentRules formState={formState} />
        <PoolInputs formState={formState} />
        {failure && !failure.ofFields && <FailureNote outcome={failure} />}
        {saving && (
          <ProgressLine
            progress={{
              label: preview
                ? 'Adding the version…'
                : 'Allocating the open runs to see what moves. Nothing is kept…',
            }}
          />
        )}
        <Group>
          <Button type="submit" variant={tried ? 'default' : 'filled'} loading={locked} disabled={isSame}>
            Preview
          </Button>
          {isSame && (
            <Text size="sm" c="dimmed">
              These are the rules in force.
            </Text>
          )}
        </Group>
      </Stack>
      {tried && <Tried runs={tried.runs} version={next} busy={locked} onAdd={() => void attempt(false)} />}
      <LeaveGuard formState={formState} />
    </form>
  );
}

interface TriedProps {
  /** The open runs that would move. */
  runs: MovedRun[];
  version: number;
  busy: boolean;
  onAdd: () => void;
}

/** What a version that was tried out would move, and the button that adds it. */
function Tried({ runs, version, busy, onAdd }: TriedProps) {
  return (
    <section className={rules.preview} aria-label="Preview">
      <Moves runs={runs} version={version} />
      <Alert color="blue" variant="light" mt="md">
        Version {version} changes no run that is there. It is never removed; the way back is to add a version
        with the rules of before.
      </Alert>
      <Button mt="md" loading={busy} onClick={onAdd}>
        Add Version {version}
      </Button>
    </section>
  );
}

function How({ formState }: { formState: FormState<RulesVersion> }) {
  const { value } = useFormField(formState, HOW);
  const { locked } = useFormStatus(formState);
  return (
    <Radio.Group
      label="What Belongs to No Account"
      description="Tax, credits, adjustments and rounding that a provider charges beside the accounts. A cost center pays for purchases without an account as well, which are never split."
      value={String(value)}
      onChange={(chosen) => formState.set(HOW, chosen)}
    >
      <Stack gap={8} mt={8}>
        <Radio
          value="proportional"
          label="Split in proportion to what the accounts of its invoice are charged"
          disabled={locked}
        />
        <Radio value={NAMED} label="Charge it to a cost center" disabled={locked} />
      </Stack>
    </Radio.Group>
  );
}
