import { Radio, Stack } from '@mantine/core';
import { ref } from '#kernel/fields/ref.ts';
import type { Values } from '#kernel/input.ts';
import { COMMITTING_CLOUDS, type CommittingCloud } from '#kernel/billing/runs.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { LoneInput } from '#web/generic/editing/lone-input.tsx';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { useFormField, useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { openValues, payloadOf, fieldsOfForm } from '#web/generic/editing/values.ts';
import { PROVIDERS } from '../billing.ts';
import { unusedField, type RulesInput } from './rules.ts';

const chargeField = (cloud: CommittingCloud) => `charge_${cloud}`;

const unusedRef = (cloud: CommittingCloud) =>
  ref(`Unused Commitments of ${PROVIDERS[cloud]}`, costCenters.name, {
    show: 'identifier',
    as: `${unusedField(cloud)}_identifier`,
    none: 'always',
    validOn: 'today',
    hint: 'Who pays for what nobody used; None leaves it with the buyer.',
  });
const FIELDS = Object.fromEntries(COMMITTING_CLOUDS.map((cloud) => [unusedField(cloud), unusedRef(cloud)]));

/** The inputs of commitments, as the form of a version knows them. */
export const commitmentFields = {
  ...Object.fromEntries(
    COMMITTING_CLOUDS.map((cloud) => [chargeField(cloud), { label: `Commitments of ${PROVIDERS[cloud]}` }]),
  ),
  ...fieldsOfForm({ fields: FIELDS }, Object.keys(FIELDS)),
};

/** The start values of these inputs. */
export const commitmentValues = ({ commitments }: RulesInput): Values =>
  Object.fromEntries<unknown>(
    COMMITTING_CLOUDS.flatMap((cloud) => {
      const one = commitments[cloud];
      const unused = one.charge === 'effective_cost' ? one.unused_cost_center_id : null;
      return [
        [chargeField(cloud), one.charge],
        [unusedField(cloud), unused],
      ];
    }),
  );

const isSplit = (values: Values, cloud: CommittingCloud) => values[chargeField(cloud)] === 'effective_cost';

const chargeIn = (values: Values, cloud: CommittingCloud): RulesInput['commitments'][CommittingCloud] =>
  isSplit(values, cloud)
    ? {
        charge: 'effective_cost',
        unused_cost_center_id: payloadOf(values)[unusedField(cloud)] as number | null,
      }
    : { charge: 'buyer' };

/** The chosen values of these inputs. */
export const commitmentsIn = (values: Values): RulesInput['commitments'] => ({
  aws: chargeIn(values, 'aws'),
  azure: chargeIn(values, 'azure'),
  gcp: chargeIn(values, 'gcp'),
});

/** The errors of these inputs, by their names: a cost center that is typed and not chosen. */
export const commitmentProblems = (values: Values): Record<string, string> =>
  openValues(
    { fields: FIELDS },
    Object.fromEntries(
      COMMITTING_CLOUDS.filter((cloud) => isSplit(values, cloud)).map((cloud) => [
        unusedField(cloud),
        values[unusedField(cloud)],
      ]),
    ),
  );

/** Who bears the reservations and savings plans of each cloud. */
export function CommitmentRules<Result>({ formState }: { formState: FormState<Result> }) {
  return COMMITTING_CLOUDS.map((cloud) => <OfCloud key={cloud} formState={formState} cloud={cloud} />);
}

function OfCloud<Result>({ formState, cloud }: { formState: FormState<Result>; cloud: CommittingCloud }) {
  const name = chargeField(cloud);
  const { value } = useFormField(formState, name);
  const { locked } = useFormStatus(formState);
  const unused = unusedField(cloud);
  const field = FIELDS[unused];
  return (
    <>
      <Radio.Group
        label={`Commitments of ${PROVIDERS[cloud]}`}
        description="Reservations and savings plans, or committed use."
        value={String(value)}
        onChange={(chosen) => formState.set(name, chosen)}
      >
        <Stack gap={8} mt={8}>
          <Radio value="buyer" label="Charge them to the buyer, as they are billed" disabled={locked} />
          <Radio value="effective_cost" label="Charge who used them, by effective cost" disabled={locked} />
        </Stack>
      </Radio.Group>
      {value === 'effective_cost' && field && (
        <LoneInput formState={formState} name={unused} field={field} mode="create" />
      )}
    </>
  );
}
