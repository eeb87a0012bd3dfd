/** Sizes, corners and colours come from the scales in `src/web/app/base.css`; widths from three breakpoints. */
export default {
  rules: {
    'color-no-hex': true,
    'declaration-property-value-allowed-list': {
      'font-size': [/^var\(--text-/, /^clamp\(/, /em$/, /pt$/, 'inherit'],
      '/^border(-\\w+)*-radius$/': [/^(var\(--radius-\w+\)|0| )+$/, '50%', '999px', 'inherit'],
    },
    'media-feature-name-value-allowed-list': {
      'max-width': ['48em', '60em', '75em'],
      'min-width': ['48.01em', '60.01em', '75.01em'],
    },
    'declaration-property-value-disallowed-list': { 'font-size': [/^[\d.]+rem$/] },
    'block-no-empty': true,
    'property-no-unknown': [true, { ignoreProperties: ['composes'] }],
    'declaration-block-no-duplicate-properties': true,
    'no-duplicate-selectors': true,
  },
  overrides: [
    // The scales themselves, and what is there before any other style.
    {
      files: ['src/web/app/base.css', 'src/web/app/skeleton.css'],
      rules: { 'color-no-hex': null, 'declaration-property-value-allowed-list': null },
    },
  ],
};
