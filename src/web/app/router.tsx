import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router';
import { requestPages } from '#resources/cloud-requests/pages.ts';
import { rememberWanted, settleSession, takeWanted } from '#web/data/sign-in.ts';
import { NotFound } from '#web/features/not-found/not-found.tsx';
import { LandingPage } from '#web/features/landing/landing-page.tsx';
import { LoginPage } from '#web/features/login/login-page.tsx';
import { LogoutPage } from '#web/features/logout/logout-page.tsx';
import { RedirectPage } from '#web/features/redirect/redirect-page.tsx';
import { textSearch } from '#web/generic/list-state.ts';
import { whenIdle } from '#web/ui/when-idle.ts';
import { FailurePage } from './failure-page.tsx';
import { LoginLink } from './login-link.tsx';
import { narrowedAddresses } from './own-addresses.ts';
import { PublicNotFound } from './public-not-found.tsx';

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: PublicNotFound,
  // What a search means is for its screen to say; links may carry any.
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

const noPageRoute = createRoute({
  getParentRoute: () => authRoute,
  path: '/',
  component: NotFound,
});

const homeRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'home',
  component: lazyRouteComponent(() => import('./home-route.tsx'), 'HomeRoute'),
});

const outboxRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'outbox',
  component: lazyRouteComponent(() => import('#web/features/outbox/outbox-page.tsx'), 'OutboxPage'),
});

const cloudBillingRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'cloud-billing',
  component: lazyRouteComponent(
    () => import('#web/features/cloud-billing/cloud-billing-page.tsx'),
    'CloudBillingPage',
  ),
});

const billingAutomationRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'billing-automation',
  component: lazyRouteComponent(
    () => import('#web/features/billing/automation/automation-page.tsx'),
    'AutomationPage',
  ),
});

const billingRunRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'billing-automation/runs/$runId',
  component: lazyRouteComponent(() => import('#web/features/billing/run/run-page.tsx'), 'RunPage'),
});

const billingRulesRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'billing-automation/rules',
  component: lazyRouteComponent(() => import('#web/features/billing/rules/rules-page.tsx'), 'RulesPage'),
});

const billingExceptionsRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'billing-automation/exceptions',
  component: lazyRouteComponent(
    () => import('#web/features/billing/exceptions/exceptions-page.tsx'),
    'ExceptionsPage',
  ),
});

const copilotCostsRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'copilot-costs',
  component: lazyRouteComponent(
    () => import('#web/features/billing/copilot/copilot-costs-page.tsx'),
    'CopilotCostsPage',
  ),
});

const monthCloseRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'month-close',
  component: lazyRouteComponent(() => import('#web/features/billing/close/close-page.tsx'), 'ClosePage'),
});

const statisticsRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'dash-stats',
  component: lazyRouteComponent(
    () => import('#web/features/statistics/statistics-page.tsx'),
    'StatisticsPage',
  ),
});

const postureRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'account-details',
  component: lazyRouteComponent(() => import('#web/features/posture/posture-page.tsx'), 'PosturePage'),
});

const dataQualityRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'data-quality',
  component: lazyRouteComponent(() => import('./data-quality-route.tsx'), 'DataQualityRoute'),
});

const jobsRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'jobs',
  component: lazyRouteComponent(() => import('#web/features/jobs/jobs-page.tsx'), 'JobsPage'),
});

const sessionsRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'sessions',
  component: lazyRouteComponent(() => import('#web/features/access/sessions-page.tsx'), 'SessionsPage'),
});

const rolesRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'roles',
  component: lazyRouteComponent(() => import('./roles-route.tsx'), 'RolesRoute'),
});

const activityRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'activity',
  component: lazyRouteComponent(() => import('./activity-route.tsx'), 'ActivityRoute'),
});

/** The forms that ask for accounts of the clouds; each says itself what it asks for. */
const requestRoutes = Object.values(requestPages).map(({ page }) =>
  createRoute({
    getParentRoute: () => authRoute,
    path: page.replace('/auth/', ''),
    component: lazyRouteComponent(() => import('#web/features/factory/request-page.tsx'), 'RequestPage'),
  }),
);

const spincoRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'spinco-sg-modification',
  component: lazyRouteComponent(() => import('#web/features/spinco/spinco-page.tsx'), 'SpincoPage'),
});

const readingRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'faqs-and-glossary',
  component: lazyRouteComponent(() => import('#web/features/reading/reading-page.tsx'), 'ReadingPage'),
});

const comparedSetsRoute = createRoute({
  getParentRoute: () => authRoute,
  path: 'active-directory/permission-sets/compare',
  component: lazyRouteComponent(() => import('#web/screens/directory/compare-page.tsx'), 'ComparePage'),
});

/**
 * What the screens of models have in common: they come in one step, with their code and their rows. Where that takes
 * long, something says so. Pointing at a link fetches the code.
 */
const modelScreen = {
  loader: async ({ location, preload }: { location: ParsedLocation; preload: boolean }) => {
    const { beginningOf, enterScreen } = await import('./enter-screen.ts');
    const { fetchScreen } = await import('./screens.ts');
    const { pathname, search } = location;
    if (preload) return fetchScreen(pathname);
    // How it begins is asked for while what usually stands there is fetched.
    const entered = enterScreen(pathname, search);
    const begin = await beginningOf(pathname, search);
    if (begin) redirect({ to: pathname, search: begin as never, replace: true, throw: true });
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

const routeTree = rootRoute.addChildren([
  indexRoute,
  landingRoute,
  loginRoute,
  logoutRoute,
  updateMemberRoute,
  redirectRoute,
  authRoute.addChildren([
    noPageRoute,
    homeRoute,
    outboxRoute,
    jobsRoute,
    sessionsRoute,
    rolesRoute,
    activityRoute,
    readingRoute,
    ...requestRoutes,
    spincoRoute,
    cloudBillingRoute,
    billingAutomationRoute,
    billingRunRoute,
    billingRulesRoute,
    billingExceptionsRoute,
    copilotCostsRoute,
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

/** A screen that is there stays so long while the next one comes. */
const STAYS_MS = 600;

/** By these somebody may point at a link. */
const GESTURES = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * The portal's addresses; it reads the address bar when it is made. Values in a search are plain text, so
 * that an identifier never becomes a number.
 */
export function createPortalRouter() {
  const router = createRouter({
    routeTree,
    // At first nothing is there that could stay, so the frame does not wait for its screen.
    defaultPendingMs: 0,
    ...textSearch,
    defaultErrorComponent: FailurePage,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
  });
  let points = false;
  const stop = router.subscribe('onResolved', () => {
    stop();
    router.update({ ...router.options, defaultPendingMs: STAYS_MS });
    whenIdle(() => {
      for (const gesture of GESTURES)
        window.addEventListener(gesture, () => (points = true), { once: true, passive: true });
    });
  });
  // A link that comes to be where a pointer rests is not pointed at, and the line is the first screen's until that is there.
  const { preloadRoute } = router;
  router.preloadRoute = async (options) => (points ? preloadRoute(options) : undefined);
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
