/** How frames went while something was scrolled, in milliseconds. */
export interface Scrolled {
  p95: number;
  /** Of the tasks that the browser calls long, which begin at 50 ms; 0 where there is none. */
  longestTask: number;
  longTasks: number;
  frames: number;
  /** Frames at whose begin a row had still to come. */
  awaited: number;
  /** From the last step to the paint of all rows there. */
  settled: number;
}

/** How a jump to another place went, in milliseconds. */
export interface Arrived {
  /** To the paint of all rows there. */
  rows: number;
  longestTask: number;
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
  /** From the moment at which the list's rows were there as objects, with the code for them, to the paint of the first. */
  mounted: () => number;
  /** From the beginning of the page to the paint of the first row. */
  opened: () => number;
  /** From the press of the Edit button of a row to paints of its inputs. */
  openRow: (at: number) => Promise<Opened>;
  /** Scrolls on with each frame: by `step` pixels, or through all of it in so many frames. */
  scroll: (step: number, frames: number) => Promise<Scrolled>;
  /** Goes to a place as a scroll bar does: 0 is the top, 1 the end. */
  jump: (share: number) => Promise<Arrived>;
  backToTop: () => Promise<void>;
}

declare global {
  interface Window {
    gauges: Gauges;
  }
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
      if (readAt === 0 && /\/(api\/cost_centers|rows)(\?|$)/.test(this.url)) readAt = performance.now();
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

  /** Long tasks from now on; the entry of a task comes a moment after it. */
  const watchTasks = () => {
    const tasks: number[] = [];
    const note = (entries: PerformanceEntryList) => tasks.push(...entries.map(({ duration }) => duration));
    const watch = new PerformanceObserver((list) => note(list.getEntries()));
    watch.observe({ type: 'longtask' });
    return async () => {
      await pause(200);
      note(watch.takeRecords());
      watch.disconnect();
      return { longestTask: Math.max(0, ...tasks), longTasks: tasks.length };
    };
  };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const isAwaited = () => document.querySelector('tr[data-awaited]') !== null;
  const rowsThere = async (place: Element) => {
    const { left, top, width, height } = place.getBoundingClientRect();
    for (;;) {
      const at = await painted();
      const middle = document.elementFromPoint(left + width / 2, top + height / 2);
      if (middle?.closest('tr[data-row]:not([data-failed])') && !isAwaited()) return at;
    }
  };

  /** When the last of the code was there with which the first row was painted. */
  const codeAt = () =>
    Math.max(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
        .filter((end) => end < paintedAt),
      0,
    );

  window.gauges = {
    mounted: () => paintedAt - Math.max(readAt, codeAt()),
    opened: () => paintedAt,
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
      await pause(500);
      const tasks = watchTasks();
      let awaited = 0;
      const took: number[] = [];
      let last = await frame();
      for (let count = 0; count < frames; count += 1) {
        place.scrollTop += by;
        const now = await frame();
        took.push(now - last);
        if (isAwaited()) awaited += 1;
        last = now;
      }
      const settled = (await rowsThere(place)) - last;
      const sorted = took.toSorted((a, b) => a - b);
      const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
      return { p95, ...(await tasks()), frames: took.length, awaited, settled };
    },
    async jump(share) {
      const place = scrollerOf();
      await pause(500);
      const tasks = watchTasks();
      const began = await frame();
      place.scrollTop = (place.scrollHeight - place.clientHeight) * share;
      const rows = (await rowsThere(place)) - began;
      return { rows, longestTask: (await tasks()).longestTask };
    },
    async backToTop() {
      scrollerOf().scrollTop = 0;
      await pause(500);
    },
  };
}
