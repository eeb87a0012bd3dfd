import { RunningPage } from '#web/features/billing/running/running-page.tsx';
import type { ChartProps } from '#web/features/billing/running/running.ts';
import { late } from '#web/ui/pages/late.tsx';

/** The chart of cloud billing, of services in place of cost centers. */
const SpendChart = late(() => import('#web/features/cloud-billing/spend-chart.tsx'));

const NO_BUDGETS: readonly never[] = [];
const Chart = (props: ChartProps) => <SpendChart {...props} budgets={NO_BUDGETS} />;

/** The page of what the running month costs so far. */
export const RunningCostsRoute = () => <RunningPage Chart={Chart} />;
