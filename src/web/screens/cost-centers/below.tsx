import type { RecordScreenProps } from '#web/generic/screen.ts';
import { CostCenterBudgets } from '../budgets/cost-center-budgets.tsx';
import { ExpiryCard } from './expiry-card.tsx';

/** Below what every record shows: what a cost center may spend, and what happens when it expires. */
export default function Below(props: RecordScreenProps) {
  return (
    <>
      <CostCenterBudgets id={props.id} />
      <ExpiryCard {...props} />
    </>
  );
}
