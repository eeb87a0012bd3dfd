import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inPassing } from './in-passing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A frame of a screen, in milliseconds. */
const FRAME = 16;

/** Scrolls by `step` rows a frame, and answers the first rows that were reported, each with its frame. */
function scrolled(step: number, frames: number): [first: number, frame: number][] {
  const reported: [number, number][] = [];
  let frame = 0;
  const sight = inPassing((first) => reported.push([first, frame]));
  for (frame = 0; frame < frames; frame += 1) {
    sight.see(frame * step, frame * step + 20);
    vi.advanceTimersByTime(FRAME);
  }
  vi.advanceTimersByTime(1000);
  return reported;
}

it('reports rows that pass slowly while one goes on', () => {
  const reported = scrolled(2, 60);
  expect(reported.length).toBeGreaterThan(10);
  expect(reported.at(-1)?.[0]).toBe(118);
});

it('reports nothing of rows that one flings past, and those in sight once one has stopped', () => {
  expect(scrolled(80, 60)).toEqual([[59 * 80, 60]]);
});

it('reports rows that one jumps to', () => {
  expect(scrolled(0, 1)).toEqual([[0, 1]]);
});

it('reports nothing after it was stopped', () => {
  const reported: number[] = [];
  const sight = inPassing((first) => reported.push(first));
  sight.see(5, 25);
  sight.stop();
  vi.advanceTimersByTime(1000);
  expect(reported).toEqual([]);
});
