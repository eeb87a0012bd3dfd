/** How frames went while something was scrolled, in milliseconds. */
export interface Scrolled {
  p95: number;
  /** Of the tasks that the browser calls long, which begin at 50 ms; 0 where there is none. */
  longestTask: number;
  frames: number;
}

/** How long a row took to open, in milliseconds. */
export interface Opened {
  /** To the paint in which its first input has the focus. */
  focused: number;
  /** To the paint after which no further input came. */
  whole: number;
}

/** What a page can be asked about itself. */
export interface Gauges {
  /** From the moment at which the list's rows were there as objects to the paint of the first of them. */
  mounted: () => number;
  /** From the press of the Edit button of a row to paints of its inputs. */
  openRow: (at: number) => Promise<Opened>;
  /** Scrolls on with each frame: by `step` pixels, or through all of it in so many frames. */
  scroll: (step: number, frames: number) => Promise<Scrolled>;
  backToTop: () => Promise<void>;
}

/**
 * Runs in the page, before its own scripts. It notes when an answer with rows has been read, and when the
 * first frame with a row has been painted.
 */
export function gauges(): void {
  let readAt = 0;
  let paintedAt = 0;
  const painted = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        // A message comes after the frame's layout and paint, which a second frame might wait long for.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now()));
        port1.start();
        port2.postMessage(null);
      });
    });

  class Watched extends Response {
    override async json(): Promise<unknown> {
      const value: unknown = await super.json();
      if (value && typeof value === 'object' && 'data' in value && Array.isArray(value.data))
        if (value.data.length >= 1000) readAt = performance.now();
      return value;
    }
  }
  const fetchPlainly = window.fetch.bind(window);
  window.fetch = async (...request) =>
    Object.setPrototypeOf(await fetchPlainly(...request), Watched.prototype) as Watched;
  const rows = new MutationObserver(() => {
    if (readAt === 0 || !document.querySelector('tr[data-row]')) return;
    rows.disconnect();
    void painted().then((at) => (paintedAt = at));
  });
  rows.observe(document, { childList: true, subtree: true });

  const scrollerOf = () => {
    for (
      let place = document.querySelector('tr[data-row]')?.parentElement;
      place;
      place = place.parentElement
    )
      if (
        place.scrollHeight > place.clientHeight + 1 &&
        /auto|scroll/.test(getComputedStyle(place).overflowY)
      )
        return place;
    return document.scrollingElement ?? document.documentElement;
  };
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

  window.gauges = {
    mounted: () => paintedAt - readAt,
    async openRow(at) {
      const button = document.querySelectorAll<HTMLElement>('tr[data-row] [data-action=edit]')[at];
      if (!button) throw new Error('There is no such row.');
      const focused = new Promise<void>((resolve) => {
        document.addEventListener('focusin', ({ target }) => {
          if (target instanceof HTMLInputElement && target.closest('tr[data-edited]')) resolve();
        });
      });
      button.focus();
      const began = performance.now();
      button.click();
      await focused;
      const first = (await painted()) - began;
      let whole = first;
      const inputs = () => document.querySelectorAll('tr[data-edited] input').length;
      for (let count = inputs(), quiet = 0; quiet < 10; quiet += 1) {
        const now = (await painted()) - began;
        if (inputs() === count) continue;
        count = inputs();
        whole = now;
        quiet = 0;
      }
      return { focused: first, whole };
    },
    async scroll(step, frames) {
      const place = scrollerOf();
      const by = Math.min(step, (place.scrollHeight - place.clientHeight) / frames);
      let longestTask = 0;
      const tasks = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
      });
      await new Promise((resolve) => setTimeout(resolve, 500));
      tasks.observe({ type: 'longtask' });
      const took: number[] = [];
      let last = await frame();
      for (let count = 0; count < frames; count += 1) {
        place.scrollTop += by;
        const now = await frame();
        took.push(now - last);
        last = now;
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
      tasks.disconnect();
      const sorted = took.toSorted((a, b) => a - b);
      return { p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0, longestTask, frames: took.length };
    },
    async backToTop() {
      scrollerOf().scrollTop = 0;
      await new Promise((resolve) => setTimeout(resolve, 500));
    },
  };
}
