import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readHeaders, sessionState, subscribe, watchOtherTabs } from '#web/data/session-store.ts';
import { revalidateSession, takeHandOff } from '#web/data/sign-in.ts';
import './base.css';
import './skeleton.css';
import './typeface.css';
import { createPortalRouter } from './router.tsx';

// The tokens of a sign-in leave the address bar before the router reads it and before any call is made.
takeHandOff();

const router = createPortalRouter();

// A person who seems to be signed in gets the files of the screen while the server is asked, not afterwards. What
// fails here is fetched again, and told, where it is shown.
if (readHeaders()) {
  import('./signed-in.tsx').catch(() => undefined);
  import('./model-routes.tsx').catch(() => undefined);
  import('./screens.ts').then(
    ({ fetchScreen }) => fetchScreen(location.pathname),
    () => undefined,
  );
}

// The guards of the addresses decide anew whenever the session begins or ends, in this tab or another.
let known = sessionState().status;
subscribe(() => {
  const { status } = sessionState();
  if (status !== known) void router.invalidate();
  known = status;
});
watchOtherTabs(() => void revalidateSession());

const root = document.getElementById('root');
if (!root) throw new Error('The start page has no element #root.');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
