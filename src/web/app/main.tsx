import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { config } from 'zod/v4/core';
import { readHeaders, sessionState, subscribe, watchOtherTabs } from '#web/data/session-store.ts';
import { revalidateSession, settleSession, takeHandOff } from '#web/data/sign-in.ts';
import { turn } from '#web/ui/turn.ts';
import './base.css';
import './skeleton.css';
import './typeface.css';
import { createPortalRouter } from './portal-router.ts';

// Calls are declared in zod, which would otherwise try whether it may make code, and the policy of pages reports who does.
config({ jitless: true });

// The tokens of a sign-in leave the address bar before the router reads it and before any call is made.
takeHandOff();

/**
 * Fetches the files of the screen for a person who seems to be signed in while the server is called, not later. What
 * fails here is fetched again, and reported, where it is shown.
 */
function fetchAhead(): void {
  // The models, the frame that needs them, and the screen run in tasks of their own, also where they come at once.
  import('#resources/registry.ts')
    .then(turn)
    .then(() => import('./signed-in.tsx'))
    .then(turn)
    .then(() => import('./screens.ts'))
    .then(({ fetchScreen }) => fetchScreen(location.pathname))
    .catch(() => undefined);
}

/**
 * Makes the page: in steps, between which the browser goes on, where a signed-in one with much to it follows; at once
 * where it is a public one.
 */
async function start(root: HTMLElement): Promise<void> {
  const returning = readHeaders() !== null;
  if (returning) {
    fetchAhead();
    if (location.pathname.startsWith('/auth')) void settleSession();
    await turn();
  }
  // It came with the start; what it does at its beginning is a task of its own.
  const { createRoot } = await import('react-dom/client');
  if (returning) await turn();
  const router = createPortalRouter();

  // The guards of the addresses decide anew whenever the session begins or ends, in this tab or another. While it is
  // not known they wait for it by themselves.
  let known = sessionState().status;
  subscribe(() => {
    const { status } = sessionState();
    if (status !== known && known !== 'unknown') void router.invalidate();
    known = status;
  });
  watchOtherTabs(() => void revalidateSession());

  if (returning) await turn();
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The start page has no element #root.');
// Not awaited: the build leads to its files by further small ones where any module waits.
void start(root);
