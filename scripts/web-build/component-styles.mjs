/** Has each component of the library bring its own style sheet, so that a page fetches those of what it shows. */

const CLASS_NAMES = /node_modules[\\/]@mantine[\\/]core[\\/].*[\\/](\w+)\.module\.mjs$/;

/**
 * The library has one sheet of all components, a third of which no screen needs to stand, and one for each. What names a
 * component's classes imports its sheet here, so it goes into the same file of the build as the component.
 * @returns {import('vite').Plugin}
 */
export function componentStyles() {
  return {
    name: 'component-styles',
    transform(code, id) {
      const component = CLASS_NAMES.exec(id)?.[1];
      if (!component) return null;
      return { code: `import '@mantine/core/styles/${component}.layer.css';\n${code}`, map: null };
    },
  };
}
