import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  type ParsedLocation,
  type RouteComponent,
} from '@tanstack/react-router';
import { requestPages } from '#resources/cloud-requests/pages.ts';
import { rememberWanted, settleSession, takeWanted } from '#web/data/sign-in.ts';
import { hasOwnRows } from '#web/data/use-session.ts';
import { NotFound } from '#web/features/not-found/not-found.tsx';
import { LandingPage } from '#web/features/landing/landing-page.tsx';
import { LoginPage } from '#web/features/login/login-page.tsx';
import { LogoutPage } from '#web/features/logout/logout-page.tsx';
import { RedirectPage } from '#web/features/redirect/redirect-page.tsx';
import { LoginLink } from './login-link.tsx';
import { narrowedAddresses } from './own-addresses.ts';
import { PublicNotFound } from './public-not-found.tsx';

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: PublicNotFound,
  // The meaning of a search is up to its screen; links may carry any.
  validateSearch: (search: Record<string, unknown>) => search,
});

/** Waits until it is known whether somebody is signed in; until then nothing is rendered. */
async function isSignedIn(): Promise<boolean> {
  const state = await settleSession();
  if (state.status === 'unreachable') throw state.error;
  return state.status === 'in';
}

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/unauth/home', replace: true, throw: true });
  },
});

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unauth/home',
  beforeLoad: async () => {
    // Signing in in another tab brings this one back to where it was, too.
    if (await isSignedIn()) redirect({ href: takeWanted() ?? '/auth/home', replace: true, throw: true });
  },
  component: LandingPage,
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unauth/login',
  component: LoginPage,
});

const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unauth/logout',
  component: LogoutPage,
});

const updateMemberRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unauth/update-member',
  component: lazyRouteComponent(() => import('./update-member-route.tsx'), 'UpdateMemberRoute'),
});

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unauth/unsubscribe',
  component: lazyRouteComponent(() => import('./unsubscribe-route.tsx'), 'UnsubscribeRoute'),
});

const attestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/attest/$token',
  component: lazyRouteComponent(() => import('./attest-route.tsx'), 'AttestRoute'),
});

const redirectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/redirect',
  component: () => <RedirectPage action={<LoginLink />} />,
});

const authRoute = createRoute({
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

/**
 * The common behaviour of the screens of models: they come in one step, with their code and their rows. Where that takes
 * long, something says so. Pointing at a link fetches the code.
 */
const modelScreen = {
  loader: async ({ location, preload }: { location: ParsedLocation; preload: boolean }) => {
    const { beginningOf, enterScreen } = await import('./enter-screen.ts');
    const { fetchScreen } = await import('./screens.ts');
    const { pathname, search } = location;
    if (preload) return fetchScreen(pathname);
    // The state that the screen begins with is fetched together with its usual content.
    const entered = enterScreen(pathname, search);
    const begin = await beginningOf(pathname, search);
    // What opens by the end of the address, such as an import, opens all the same, even where it was asked for meanwhile.
    const hash = window.location.hash.slice(1);
    if (begin) redirect({ to: pathname, search: begin as never, hash, replace: true, throw: true });
    await entered;
  },
  // Pages and filters of the screen that is there are its own affair.
  shouldReload: false,
  pendingComponent: lazyRouteComponent(() => import('./model-routes.tsx'), 'PendingScreen'),
  pendingMinMs: 0,
};

const modelRoute = createRoute({
  ...modelScreen,
  getParentRoute: () => authRoute,
  path: '$action/$model',
  component: lazyRouteComponent(() => import('./model-routes.tsx'), 'ModelRoute'),
});

const ownAddress = {
  ...modelScreen,
  getParentRoute: () => authRoute,
  component: lazyRouteComponent(() => import('./model-routes.tsx'), 'OwnAddressRoute'),
};
const membershipRequestsRoute = createRoute({ ...ownAddress, path: 'membership-requests' });
const missingTagsRoute = createRoute({ ...ownAddress, path: 'missing-tags-report' });
const customersRoute = createRoute({ ...ownAddress, path: 'customers' });

/** The parts of the list of groups, one for each cloud. */
const narrowedRoutes = narrowedAddresses().map(({ path }) =>
  createRoute({ ...ownAddress, path: path.replace('/auth/', '') }),
);

const recordRoute = createRoute({
  ...modelScreen,
  getParentRoute: () => authRoute,
  path: '$action/$model/$modelId',
  component: lazyRouteComponent(() => import('./model-routes.tsx'), 'RecordRoute'),
});

/** Every address of the portal, and the screen at it. */
export const routeTree = rootRoute.addChildren([
  indexRoute,
  landingRoute,
  loginRoute,
  logoutRoute,
  updateMemberRoute,
  unsubscribeRoute,
  attestRoute,
  redirectRoute,
  authRoute.addChildren([
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
    membershipRequestsRoute,
    missingTagsRoute,
    customersRoute,
    ...narrowedRoutes,
    comparedSetsRoute,
    modelRoute,
    recordRoute,
  ]),
]);
