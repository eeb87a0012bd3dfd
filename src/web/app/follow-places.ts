interface Leads {
  go: (href: string) => Promise<void>;
  /** Fetches what a place begins with. */
  prepare: (href: string) => Promise<unknown>;
}

/** So long a pointer rests on a link that is meant. */
const MEANT_MS = 50;

const placeAt = ({ target }: Event): string | null =>
  target instanceof Element
    ? (target.closest('a[data-place]:not([target])')?.getAttribute('href') ?? null)
    : null;

/**
 * Follows the plain links of the portal (`ui/place-link.tsx`) as the router follows its own: a click leads there without
 * loading the page, and what is there is fetched once somebody points at one. One listener serves all of them.
 */
export function followPlaces({ go, prepare }: Leads): void {
  document.addEventListener('click', (event) => {
    const href = placeAt(event);
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (href === null || elsewhere || event.defaultPrevented) return;
    event.preventDefault();
    void go(href);
  });

  let pointedAt: string | null = null;
  let meant: ReturnType<typeof setTimeout> | undefined;
  const point = (event: Event) => {
    const href = placeAt(event);
    if (href === pointedAt) return;
    pointedAt = href;
    clearTimeout(meant);
    if (href !== null) meant = setTimeout(() => void prepare(href), MEANT_MS);
  };
  for (const gesture of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(gesture, point, { passive: true });
}
