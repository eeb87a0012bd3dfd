import {
  createTheme,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** The blue of a clear sky late in the day; shade 7 reads on white, shade 4 on the dark ground. */
const sky: MantineColorsTuple = [
  '#edf7fb',
  '#d8ecf5',
  '#b2daec',
  '#88c6e2',
  '#64b2d6',
  '#419dc7',
  '#2886b2',
  '#156c96',
  '#0f5678',
  '#0a3f5a',
];

/** Low sunlight, for what should be noticed without being an alarm. */
const dawn: MantineColorsTuple = [
  '#fff6e5',
  '#ffeac7',
  '#ffd893',
  '#ffc46b',
  '#f9b04b',
  '#ef9b2f',
  '#d5801a',
  '#a96010',
  '#84490c',
  '#613509',
];

const gray: MantineColorsTuple = [
  '#f7f9fb',
  '#eff3f6',
  '#e3e9ee',
  '#d3dce3',
  '#bac6d0',
  '#94a3b1',
  '#5b6b7a',
  '#475766',
  '#2f3d4a',
  '#1a2630',
];

/** Night rather than black: text, dimmed text, borders and grounds of the dark theme, in this order. */
const dark: MantineColorsTuple = [
  '#e4ebf1',
  '#bfcbd6',
  '#94a5b5',
  '#6d8092',
  '#344554',
  '#2a3947',
  '#1c2935',
  '#131d27',
  '#0d161f',
  '#080f16',
];

/** Sizes of the style sheet by the library's names for them: `base.css` alone says how large they are. */
const sizes = (scale: 'text' | 'radius', ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, `var(--${scale}-${name})`]));

const DIALOG_TITLE = {
  fontWeight: 600,
  fontSize: 'var(--text-lg)',
  lineHeight: 1.35,
  overflowWrap: 'anywhere',
} as const;

/** That of cards; what a dialog does not size itself would be as large as the page's. */
const DIALOG_TEXT = { fontSize: 'var(--text-md)', lineHeight: 1.5 };

/** The portal's look; every colour, size and face that a component does not set itself. */
export const theme = createTheme({
  primaryColor: 'sky',
  primaryShade: { light: 7, dark: 7 },
  colors: { sky, dawn, gray, dark },
  black: '#14212c',
  autoContrast: true,
  luminanceThreshold: 0.32,
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: sizes('text', 'xs', 'sm', 'md', 'lg', 'xl'),
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontFamily: 'var(--font-sans)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'var(--text-3xl)', lineHeight: '1.3' },
      h2: { fontSize: 'var(--text-2xl)', lineHeight: '1.35' },
      h3: { fontSize: 'var(--text-lg)', lineHeight: '1.4' },
      h4: { fontSize: 'var(--text-md)', lineHeight: '1.4' },
    },
  },
  radius: sizes('radius', 'xs', 'sm', 'md', 'lg'),
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Closed lists of choices are not in the page: each would be placed, and so the whole page laid out, at its start.
    Combobox: { defaultProps: { keepMounted: false } },
    Modal: {
      styles: {
        title: DIALOG_TITLE,
        // What has the focus is hidden neither by the title nor by the buttons, which stay in sight.
        content: { scrollPaddingBlock: '64px 72px' },
        body: DIALOG_TEXT,
      },
    },
    Drawer: { styles: { title: DIALOG_TITLE, content: { scrollPaddingBlockStart: 64 }, body: DIALOG_TEXT } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
});

/** Keeps light, dark or auto under the name that color-scheme.js reads before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'skyledger.color-scheme' });

/** One ground and one colour of words for several colours of the library that mean the same. */
const quiet = (colors: readonly string[], ground: string, words: string) =>
  Object.fromEntries(
    colors.flatMap((color) => [
      [`--mantine-color-${color}-light`, ground],
      [`--mantine-color-${color}-light-color`, words],
    ]),
  );

/**
 * The library's red of errors is too pale for small text on either ground, its light buttons are darker than the dark
 * ground that they lie on, and what alerts and badges say in yellow, orange and greens does not read on their light
 * grounds. Its reds, yellows, greens and blues are louder in the dark than the text on them: there they are our bad,
 * our warning, our good and our sky.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-yellow-light-color': 'var(--mantine-color-dawn-8)',
    '--mantine-color-orange-light-color': 'var(--mantine-color-dawn-8)',
    '--mantine-color-lime-light-color': '#0f6b4f',
    '--mantine-color-green-light-color': '#0f6b4f',
    '--mantine-color-teal-light-color': '#0f6b4f',
  },
  dark: {
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    ...quiet(['red'], '#431d1c', '#ff9d94'),
    ...quiet(['yellow', 'orange', 'dawn'], '#3a2a10', '#ffc46b'),
    ...quiet(['teal', 'green', 'lime'], '#10332a', '#7fd6b2'),
    '--mantine-color-blue-light': 'color-mix(in srgb, var(--mantine-color-sky-5) 20%, transparent)',
    '--mantine-color-blue-light-color': 'var(--mantine-color-sky-1)',
    '--mantine-color-sky-light': 'color-mix(in srgb, var(--mantine-color-sky-5) 20%, transparent)',
    '--mantine-color-sky-light-hover': 'color-mix(in srgb, var(--mantine-color-sky-5) 30%, transparent)',
    '--mantine-color-sky-light-color': 'var(--mantine-color-sky-1)',
  },
});
