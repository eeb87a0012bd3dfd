import { registry } from '#resources/registry.ts';
import { MyCloudPage } from '#web/features/my-cloud/my-cloud-page.tsx';
import type { ChartProps } from '#web/features/my-cloud/my-cloud.ts';
import { late } from '#web/ui/pages/late.tsx';

/** The chart of cloud billing, of services in place of cost centers. */
const SpendChart = late(() => import('#web/features/cloud-billing/spend-chart.tsx'));

const NO_BUDGETS: readonly never[] = [];
const Chart = (props: ChartProps) => <SpendChart {...props} budgets={NO_BUDGETS} />;

/** The page of what is in the name of the person who looks. */
export const MyCloudRoute = () => <MyCloudPage Chart={Chart} registry={registry} />;
