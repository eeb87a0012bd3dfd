/** The colours of what a chart shows. */
interface ChartColours {
  /** For those that are shown by themselves, in order, and for the rest. */
  series: readonly string[];
  other: string;
}

/** The colours of a chart on its ground. */
export interface ChartLook extends ChartColours {
  ink: string;
  inkSoft: string;
  edge: string;
  surface: string;
  font: string;
  narrow: boolean;
  /** New parts of the drawing grow into their place. */
  moves: boolean;
}

/* Neighbours differ in hue and in lightness, so that they differ for everyone. */
const LIGHT = [
  '#156c96',
  '#efa03a',
  '#2f9173',
  '#7d5ba6',
  '#c8553d',
  '#69b3dd',
  '#8a6d1d',
  '#75c4a5',
  '#b98ac4',
  '#3d5a80',
  '#e59a8b',
  '#a3b86c',
];
const DARK = [
  '#64b2d6',
  '#ffc46b',
  '#4fb592',
  '#a98bd0',
  '#e8806a',
  '#b2daec',
  '#c9a648',
  '#9be0c4',
  '#d9b5e2',
  '#7f9cc4',
  '#f4bdb1',
  '#c5d690',
];

/** The same colours for parts beside a chart, such as its legend. */
export const coloursOf = (scheme: 'light' | 'dark'): ChartColours =>
  scheme === 'dark' ? { series: DARK, other: '#5b6b7a' } : { series: LIGHT, other: '#b4c0ca' };

/** How a chart looks on the ground of an element. */
export function lookOf(element: Element, scheme: 'light' | 'dark', narrow: boolean): ChartLook {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: colour('--ink'),
    inkSoft: colour('--ink-soft'),
    edge: colour('--edge'),
    surface: colour('--surface'),
    font: style.fontFamily,
    ...coloursOf(scheme),
    narrow,
    moves: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  };
}
