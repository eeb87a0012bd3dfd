/** What a page has noted of itself so far; moments are milliseconds since its address was opened. */
export interface Noted {
  /** When the largest thing was painted, as the browser reckons it. */
  largest: number;
  /** When the content was painted: nothing in the window was being loaded any more. */
  stood: number;
  /** What tasks took beyond 50 ms each. */
  blocked: number;
  /** How far things moved that nobody had touched, as the browser reckons it. */
  shifted: number;
  /** When the last of these changed. */
  changed: number;
  now: number;
  /** The scripts that were asked for until the content was painted; what comes later keeps nobody waiting. */
  scripts: string[];
  /** What stands there: of a list so many rows or cards, and whether there is anything besides the heading. */
  rows: number;
  filled: boolean;
}

declare global {
  interface Window {
    screenGauge: () => Noted;
  }
}

/**
 * Runs in the page, before its own scripts. It looks at the page after frames that changed something, when its layout is
 * made already, so that looking costs the page nothing.
 */
export function screenGauge(): void {
  const SHORT_TASK_MS = 50;
  const LOADING = '[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root';
  const noted = { largest: 0, stood: 0, blocked: 0, shifted: 0, changed: 0 };
  const note = (values: Partial<typeof noted>) =>
    Object.assign(noted, { ...values, changed: performance.now() });
  const watch = (type: string, take: (entry: PerformanceEntry) => Partial<typeof noted>) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(take(entry));
    }).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => ({ largest: startTime }));
  watch('longtask', ({ duration }) => ({ blocked: noted.blocked + duration - SHORT_TASK_MS }));
  watch('layout-shift', (entry) => ({
    shifted: noted.shifted + (entry as PerformanceEntry & { value: number }).value,
  }));

  const content = () => document.querySelector('main') ?? document.querySelector('#root');
  const isFilled = (place: Element | null) => {
    const heading = place?.querySelector('h1');
    return place?.textContent.trim() !== '' && place?.textContent !== heading?.textContent;
  };
  const inWindow = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  };
  let stands = false;
  const look = () => {
    const place = content();
    const before = stands;
    stands = place !== null && isFilled(place) && ![...place.querySelectorAll(LOADING)].some(inWindow);
    if (stands && !before) note({ stood: performance.now() });
  };
  let asked = false;
  new MutationObserver(() => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      // A message comes after the frame's layout and paint.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        asked = false;
        look();
      });
      port1.start();
      port2.postMessage(null);
    });
  }).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['aria-busy'],
  });

  window.screenGauge = () => ({
    ...noted,
    now: performance.now(),
    scripts: performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= noted.stood)
      .map(({ name }) => name),
    rows: document.querySelectorAll('main :is(tr[data-row]:not([data-awaited]), ul[aria-busy] > li)').length,
    filled: stands,
  });
}
