import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lastListSearch } from '../list-state.ts';

/** A step of the tab's history. */
interface Step {
  href: string;
  /** Its place in the history, counted by the router. */
  index: number;
}

const KEPT = 'skyledger.came-from';
const FORM = /^\/auth\/(create|edit)\//;

let last: Step | null = null;

/** Remembers which screen was looked at last, forms aside: it is where a form was opened from. */
export function useRememberedScreen(): void {
  const { pathname, href, state } = useLocation();
  useEffect(() => {
    if (!FORM.test(pathname)) last = { href, index: state.__TSR_index };
  }, [pathname, href, state]);
}

/** Where the form of this step was opened from; it outlives a reload of the form. */
function openedFrom(key: string): Step | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as (Step & { key: string }) | null;
    if (kept?.key === key) return kept;
    if (last) sessionStorage.setItem(KEPT, JSON.stringify({ ...last, key }));
  } catch {
    // Without a storage the way back is known until the page is loaded again.
  }
  return last;
}

/**
 * The way back from a form to where it was opened, as it was left; to the list at `list` for who came by a
 * link or by typing the address.
 */
export function useWayBack(list: string): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  const [from] = useState(() => openedFrom(router.latestLocation.state.__TSR_key ?? ''));
  return () => {
    const { __TSR_index: now } = router.latestLocation.state;
    if (!from) return void navigate({ to: list, search: lastListSearch(list) as never });
    if (from.index < now) return router.history.go(from.index - now);
    void navigate({ href: from.href });
  };
}
