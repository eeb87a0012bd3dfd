import type { RulesVersion } from '#calls/rules.ts';
import { RecordLink } from '../chain.tsx';

/** The rule of a version, as a sentence. */
export function RuleWords({ shared }: Pick<RulesVersion, 'shared'>) {
  if (!('cost_center_id' in shared))
    return 'Tax, credits, adjustments and rounding of no account are split in proportion to what the accounts of their invoice are charged.';
  const { cost_center_id: id, cost_center: called } = shared;
  return (
    <>
      What belongs to no account is charged to{' '}
      {called === null ? (
        'a cost center that is not there any more'
      ) : (
        <>
          cost center <RecordLink model="cost_centers" id={id} text={called} />
        </>
      )}
      .
    </>
  );
}
