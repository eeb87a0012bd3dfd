import { createRoute, lazyRouteComponent, redirect, type ParsedLocation } from '@tanstack/react-router';
import { narrowedAddresses } from './own-addresses.ts';
import { authRoute, pageRoutes } from './page-routes.tsx';
import { publicRoutes, rootRoute } from './public-routes.tsx';

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
    // What opens by the end of the address, such as an import, opens all the same, even where it was requested meanwhile.
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
  ...publicRoutes,
  authRoute.addChildren([
    ...pageRoutes,
    membershipRequestsRoute,
    missingTagsRoute,
    customersRoute,
    ...narrowedRoutes,
    modelRoute,
    recordRoute,
  ]),
]);
