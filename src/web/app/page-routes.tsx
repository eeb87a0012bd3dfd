import { createRoute, lazyRouteComponent, redirect, type RouteComponent } from '@tanstack/react-router';
import { requestPages } from '#resources/cloud-requests/pages.ts';
import { rememberWanted } from '#web/data/sign-in.ts';
import { hasOwnRows } from '#web/data/use-session.ts';
import { NotFound } from '#web/features/not-found/not-found.tsx';
import { isSignedIn, rootRoute } from './public-routes.tsx';

/** The root of the pages of somebody who is signed in. */
export const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  beforeLoad: async ({ location }) => {
    if (await isSignedIn()) return;
    rememberWanted(location.href);
    redirect({ to: '/', replace: true, throw: true });
  },
  component: lazyRouteComponent(() => import('./signed-in.tsx'), 'SignedIn'),
  notFoundComponent: NotFound,
});

/** A page of somebody who is signed in. */
const pageOf = <const P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => authRoute, path, component });

const noPageRoute = pageOf('/', NotFound);

const homeRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'home',
  beforeLoad: () => {
    // Who sees their own records only begins with these.
    if (hasOwnRows()) redirect({ to: '/auth/my-cloud', replace: true, throw: true });
  },
  component: lazyRouteComponent(() => import('./home-route.tsx'), 'HomeRoute'),
});

const myCloudRoute = pageOf(
  'my-cloud',
  lazyRouteComponent(() => import('./my-cloud-route.tsx'), 'MyCloudRoute'),
);

const outboxRoute = pageOf(
  'outbox',
  lazyRouteComponent(() => import('#web/features/outbox/outbox-page.tsx'), 'OutboxPage'),
);

const schedulesRoute = pageOf(
  'schedules',
  lazyRouteComponent(() => import('#web/features/schedules/schedules-page.tsx'), 'SchedulesPage'),
);

const attestationsRoute = pageOf(
  'attestations',
  lazyRouteComponent(() => import('#web/features/attestations/attestations-page.tsx'), 'AttestationsPage'),
);

const attestationRoute = pageOf(
  'attestations/$id',
  lazyRouteComponent(() => import('#web/features/attestations/campaign-page.tsx'), 'CampaignPage'),
);

const batchesRoute = pageOf(
  'request-batches',
  lazyRouteComponent(() => import('#web/features/factory/batches/batches-page.tsx'), 'BatchesPage'),
);

const newBatchRoute = pageOf(
  'request-batches/new',
  lazyRouteComponent(() => import('#web/features/factory/batches/new-batch-page.tsx'), 'NewBatchPage'),
);

const batchRoute = pageOf(
  'request-batches/$id',
  lazyRouteComponent(() => import('#web/features/factory/batches/batch-page.tsx'), 'BatchPage'),
);

const leasesRoute = pageOf(
  'leases',
  lazyRouteComponent(() => import('#web/features/leases/leases-page.tsx'), 'LeasesPage'),
);

const cloudBillingRoute = pageOf(
  'cloud-billing',
  lazyRouteComponent(() => import('#web/features/cloud-billing/cloud-billing-page.tsx'), 'CloudBillingPage'),
);

const runningCostsRoute = pageOf(
  'running-costs',
  lazyRouteComponent(() => import('./running-costs-route.tsx'), 'RunningCostsRoute'),
);

const billingAutomationRoute = pageOf(
  'billing-automation',
  lazyRouteComponent(() => import('#web/features/billing/automation/automation-page.tsx'), 'AutomationPage'),
);

const billingRunRoute = pageOf(
  'billing-automation/runs/$runId',
  lazyRouteComponent(() => import('#web/features/billing/run/run-page.tsx'), 'RunPage'),
);

const billingRulesRoute = pageOf(
  'billing-automation/rules',
  lazyRouteComponent(() => import('#web/features/billing/rules/rules-page.tsx'), 'RulesPage'),
);

const billingExceptionsRoute = pageOf(
  'billing-automation/exceptions',
  lazyRouteComponent(() => import('#web/features/billing/exceptions/exceptions-page.tsx'), 'ExceptionsPage'),
);

const copilotCostsRoute = pageOf(
  'copilot-costs',
  lazyRouteComponent(
    () => import('#web/features/billing/copilot/copilot-costs-page.tsx'),
    'CopilotCostsPage',
  ),
);

const untaggedSpendRoute = pageOf(
  'untagged-spend',
  lazyRouteComponent(() => import('#web/features/billing/untagged/untagged-page.tsx'), 'UntaggedPage'),
);

const monthCloseRoute = pageOf(
  'month-close',
  lazyRouteComponent(() => import('#web/features/billing/close/close-page.tsx'), 'ClosePage'),
);

const statisticsRoute = pageOf(
  'dash-stats',
  lazyRouteComponent(() => import('#web/features/statistics/statistics-page.tsx'), 'StatisticsPage'),
);

const postureRoute = pageOf(
  'account-details',
  lazyRouteComponent(() => import('#web/features/posture/posture-page.tsx'), 'PosturePage'),
);

const dataQualityRoute = pageOf(
  'data-quality',
  lazyRouteComponent(() => import('./data-quality-route.tsx'), 'DataQualityRoute'),
);

const jobsRoute = pageOf(
  'jobs',
  lazyRouteComponent(() => import('#web/features/jobs/jobs-page.tsx'), 'JobsPage'),
);

const sessionsRoute = pageOf(
  'sessions',
  lazyRouteComponent(() => import('#web/features/access/sessions-page.tsx'), 'SessionsPage'),
);

const rolesRoute = pageOf(
  'roles',
  lazyRouteComponent(() => import('./roles-route.tsx'), 'RolesRoute'),
);

const activityRoute = pageOf(
  'activity',
  lazyRouteComponent(() => import('./activity-route.tsx'), 'ActivityRoute'),
);

const waitingRoute = pageOf(
  'waiting-changes',
  lazyRouteComponent(() => import('./waiting-route.tsx'), 'WaitingRoute'),
);

const changeRulesRoute = pageOf(
  'change-rules',
  lazyRouteComponent(() => import('#web/features/peer-review/rules-page.tsx'), 'RulesPage'),
);

/** The forms that request accounts of the clouds; each defines its inputs itself. */
const requestRoutes = Object.values(requestPages).map(({ page }) =>
  createRoute({
    getParentRoute: () => authRoute,
    path: page.replace('/auth/', ''),
    component: lazyRouteComponent(() => import('#web/features/factory/request-page.tsx'), 'RequestPage'),
  }),
);

const spincoRoute = pageOf(
  'spinco-sg-modification',
  lazyRouteComponent(() => import('#web/features/spinco/spinco-page.tsx'), 'SpincoPage'),
);

const readingRoute = pageOf(
  'faqs-and-glossary',
  lazyRouteComponent(() => import('#web/features/reading/reading-page.tsx'), 'ReadingPage'),
);

const comparedSetsRoute = pageOf(
  'active-directory/permission-sets/compare',
  lazyRouteComponent(() => import('#web/screens/directory/compare/compare-page.tsx'), 'ComparePage'),
);

/** The pages that are no model. */
export const pageRoutes = [
  noPageRoute,
  homeRoute,
  myCloudRoute,
  outboxRoute,
  schedulesRoute,
  attestationsRoute,
  attestationRoute,
  batchesRoute,
  newBatchRoute,
  batchRoute,
  leasesRoute,
  jobsRoute,
  sessionsRoute,
  rolesRoute,
  activityRoute,
  waitingRoute,
  changeRulesRoute,
  readingRoute,
  ...requestRoutes,
  spincoRoute,
  cloudBillingRoute,
  runningCostsRoute,
  billingAutomationRoute,
  billingRunRoute,
  billingRulesRoute,
  billingExceptionsRoute,
  copilotCostsRoute,
  untaggedSpendRoute,
  monthCloseRoute,
  statisticsRoute,
  postureRoute,
  dataQualityRoute,
  comparedSetsRoute,
] as const;
