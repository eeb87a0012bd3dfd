import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { settleSession, takeWanted } from '#web/data/sign-in.ts';
import { LandingPage } from '#web/features/landing/landing-page.tsx';
import { LoginPage } from '#web/features/login/login-page.tsx';
import { LogoutPage } from '#web/features/logout/logout-page.tsx';
import { RedirectPage } from '#web/features/redirect/redirect-page.tsx';
import { LoginLink } from './login-link.tsx';
import { PublicNotFound } from './public-not-found.tsx';

/** The root of all addresses. */
export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: PublicNotFound,
  // The meaning of a search is up to its screen; links may carry any.
  validateSearch: (search: Record<string, unknown>) => search,
});

/** Waits until it is known whether somebody is signed in; until then nothing is rendered. */
export async function isSignedIn(): Promise<boolean> {
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

/** The pages that nobody has to sign in for. */
export const publicRoutes = [
  indexRoute,
  landingRoute,
  loginRoute,
  logoutRoute,
  updateMemberRoute,
  unsubscribeRoute,
  attestRoute,
  redirectRoute,
] as const;
