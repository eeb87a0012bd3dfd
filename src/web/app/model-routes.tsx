import { Navigate, useMatch, useParams } from '@tanstack/react-router';
import { createElement, startTransition, Suspense, useEffect, useState, type ReactNode } from 'react';
import { parseId } from '#kernel/ids.ts';
import type { Resource } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { NotFound } from '#web/features/not-found/not-found.tsx';
import { SCREEN_ACTIONS, type ScreenAction } from '#web/generic/screen.ts';
import { LoadingState } from '#web/ui/pages/states.tsx';
import { hasArrived } from './arrival.ts';
import { narrowedAt } from './own-addresses.ts';
import { listScreen, readScreen, recordScreen } from './screens.ts';

/** The placeholder of a screen that takes long to come. */
export const PendingScreen = () => <LoadingState />;

/** The action and the model that an address names; null where one of them is none. */
function readAddress(params: { action?: string; model?: string }): [ScreenAction, Resource] | null {
  const action = SCREEN_ACTIONS.find((name) => name === params.action);
  const resource = registry.find(params.model ?? '');
  return action && resource ? [action, resource] : null;
}

/**
 * The first screen is made in slices between which the browser goes on, beside a frame that can be used already. Each
 * later one replaces the one before in one step.
 */
function Arriving({ children }: { children: ReactNode }) {
  const [begun, setBegun] = useState(hasArrived);
  useEffect(() => {
    startTransition(() => setBegun(true));
  }, []);
  return begun ? <Suspense fallback={<LoadingState />}>{children}</Suspense> : <LoadingState />;
}

/** /auth/{action}/{model}; what to edit without an id is chosen in the editable table. */
export function ModelRoute() {
  const address = readAddress(useParams({ strict: false }));
  if (address?.[0] === 'edit' && listScreen('crud', address[1]))
    return <Navigate to="/auth/$action/$model" params={{ action: 'crud', model: address[1].name }} replace />;
  const screen = address && listScreen(...address);
  if (!address || !screen) return <NotFound />;
  const [action, resource] = address;
  return (
    <Arriving>{createElement(screen, { key: `${action} ${resource.name}`, resource, registry })}</Arriving>
  );
}

/** A list at an address of its own, such as /auth/membership-requests. */
export function OwnAddressRoute() {
  // That of the screen that is shown, not of the one that is on its way.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const address = readScreen(pathname);
  const screen = address && listScreen(address.action, address.resource);
  if (!address || !screen) return <NotFound />;
  const { resource } = address;
  const narrowed = narrowedAt(pathname);
  return <Arriving>{createElement(screen, { key: pathname, resource, registry, narrowed })}</Arriving>;
}

/** /auth/{action}/{model}/{modelId}; of the editable table it leaves the one row. */
export function RecordRoute() {
  const params = useParams({ strict: false });
  const address = readAddress(params);
  const id = parseId(params.modelId ?? '');
  if (address?.[0] === 'crud' && listScreen('crud', address[1]) && id !== null)
    return (
      <Navigate
        to="/auth/$action/$model"
        params={{ action: 'crud', model: address[1].name }}
        search={{ by_id: String(id) }}
        replace
      />
    );
  const screen = address && recordScreen(...address);
  if (!address || !screen || id === null) return <NotFound />;
  const [action, resource] = address;
  return (
    <Arriving>
      {createElement(screen, { key: `${action} ${resource.name} ${id}`, resource, registry, id })}
    </Arriving>
  );
}
