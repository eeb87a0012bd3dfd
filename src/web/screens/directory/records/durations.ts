const UNITS = [
  ['hour', /(\d+)H/],
  ['minute', /(\d+)M/],
  ['second', /(\d+)S/],
] as const;

/** A duration of ISO 8601 within a day in words: 'PT8H' is '8 hours'; as it is where it is another. */
export function durationWords(duration: string): string {
  if (!/^PT(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?$/.test(duration)) return duration;
  return UNITS.flatMap(([unit, pattern]) => {
    const count = pattern.exec(duration)?.[1];
    return count ? [`${count} ${unit}${count === '1' ? '' : 's'}`] : [];
  }).join(' ');
}
