import {
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  luminance,
  mergeMantineTheme,
  toRgba,
} from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariables, theme } from './theme.ts';

type Scheme = 'light' | 'dark';

/** What WCAG asks of small text. */
const LEAST_CONTRAST = 4.5;

const look = mergeMantineTheme(DEFAULT_THEME, theme);
const library = defaultCssVariablesResolver(look);
const own = cssVariables(look);
const values: Record<Scheme, Readonly<Record<string, string>>> = {
  light: { ...library.variables, ...library.light, ...own.light },
  dark: { ...library.variables, ...library.dark, ...own.dark },
};

/** The colour that a variable has; what lets the ground through is seen on that of cards. */
function colourOf(name: string, scheme: Scheme): string {
  const value = values[scheme][name] ?? '';
  const [, same] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  if (same) return colourOf(same, scheme);
  const [, through, percent] =
    /^color-mix\(in srgb, var\((--[\w-]+)\) (\d+)%, transparent\)$/.exec(value) ?? [];
  return through ? mixed(colourOf(through, scheme), Number(percent) / 100, scheme) : value;
}

function mixed(colour: string, part: number, scheme: Scheme): string {
  const above = toRgba(colour);
  const below = toRgba(colourOf('--mantine-color-body', scheme));
  const [r, g, b] = (['r', 'g', 'b'] as const).map((one) => above[one] * part + below[one] * (1 - part));
  return `rgb(${r}, ${g}, ${b})`;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

for (const scheme of ['light', 'dark'] as const)
  test(`the titles of alerts and the words of badges can be read in every colour where it is ${scheme}`, () => {
    for (const colour of Object.keys(look.colors)) {
      const [ground, words] = [`--mantine-color-${colour}-light`, `--mantine-color-${colour}-light-color`];
      expect(colourOf(ground, scheme), ground).toMatch(/^(?:#|rgb)/);
      expect(contrast(colourOf(ground, scheme), colourOf(words, scheme)), colour).toBeGreaterThanOrEqual(
        LEAST_CONTRAST,
      );
    }
  });

test('what alerts say in the dark stands on a quiet ground, whatever they mean', () => {
  const card = colourOf('--mantine-color-body', 'dark');
  for (const colour of ['red', 'yellow', 'orange', 'dawn', 'teal', 'green', 'lime', 'blue', 'sky'])
    expect(contrast(colourOf(`--mantine-color-${colour}-light`, 'dark'), card), colour).toBeLessThan(1.6);
});
