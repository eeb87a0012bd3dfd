import { createRouter } from '@tanstack/react-router';
import { textSearch } from '#web/generic/list-state.ts';
import { whenIdle } from '#web/ui/when-idle.ts';
import { FailurePage } from './failure-page.tsx';
import type { enterScreen } from './enter-screen.ts';
import { followPlaces } from './follow-places.ts';
import { routeTree } from './routes.tsx';

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
  let enter: typeof enterScreen | undefined;
  const isSignedIn = ({ pathname }: { pathname: string }) => pathname.startsWith('/auth/');
  const stop = router.subscribe('onResolved', ({ toLocation }) => {
    if (!isSignedIn(toLocation)) return;
    stop();
    router.update({ ...router.options, defaultPendingMs: STAYS_MS });
    // It came with the frame.
    void import('./enter-screen.ts').then((code) => (enter = code.enterScreen));
    whenIdle(() => {
      for (const gesture of GESTURES)
        window.addEventListener(gesture, () => (points = true), { once: true, passive: true });
    });
  });
  // Requested at the click: React draws first that the address has changed, and only then come the routes' loaders.
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
    if (pathChanged && fromLocation && isSignedIn(fromLocation) && isSignedIn(toLocation))
      void enter?.(toLocation.pathname, toLocation.search);
  });
  // A link that comes to be where a pointer rests is not pointed at, and the line is the first screen's until that is there.
  const { preloadRoute } = router;
  router.preloadRoute = async (options) => (points ? preloadRoute(options) : undefined);
  followPlaces({
    go: (href) => router.navigate({ href }),
    prepare: (href) => router.preloadRoute({ to: '.', href }),
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
