/**
 * Has color-scheme.js fetch the files of a signed-in person's screen while the first scripts are still on their way: the
 * frame with lists at every address, what lists that follow clouds have of their own, the forms where something is edited, billing
 * on its pages.
 */
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** @type {[address: RegExp, ...modules: string[]][]} Addresses, and the modules that they load on demand. */
const AHEAD = [
  [/^\/auth(\/|$)/, 'src/web/app/signed-in.tsx', 'src/web/generic/list/list-screen.tsx'],
  [
    /^\/auth\/(active-directory\/|membership-requests|\w+\/(ad_|cloud_(parents|deploy)|drift_|github_copilot|inventory_|service_|team_|webhook))/,
    'src/web/screens/cloud-parents/screens.tsx',
  ],
  [/^\/auth\/(create|edit|crud)\//, 'src/web/generic/form/create-screen.tsx'],
  [/^\/auth\/create-/, 'src/web/features/factory/request-page.tsx'],
  [
    /^\/auth\/(billing-automation|month-close|copilot-costs|untagged-spend|running-costs)/,
    'src/web/features/billing/run/run-page.tsx',
  ],
];

/**
 * Writes the files into `<meta name="ahead">` of the start page: `[[address, …files], …]`, addresses as regular
 * expressions, the largest files first, since a browser fetches six at a time.
 * @returns {import('vite').Plugin}
 */
export function namesFilesAhead() {
  return {
    name: 'names-files-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        /** @param {string} module */
        const filesOf = (module) => {
          const first = chunks.find(({ moduleIds }) => moduleIds.includes(path.join(root, module)));
          if (!first) throw new Error(`No file of the build has ${module}.`);
          const wanted = new Set([first]);
          for (const { imports } of wanted)
            for (const chunk of chunks) if (imports.includes(chunk.fileName)) wanted.add(chunk);
          return [...wanted].flatMap(({ fileName, code, viteMetadata }) => [
            { name: fileName, size: code.length },
            ...[...(viteMetadata?.importedCss ?? [])].map((name) => ({ name, size: Infinity })),
          ]);
        };
        const ahead = AHEAD.map(([address, ...modules]) => {
          const sizes = new Map(modules.flatMap(filesOf).map(({ name, size }) => [name, size]));
          const files = [...sizes].filter(([name]) => !html.includes(name)).toSorted(([, a], [, b]) => b - a);
          return [address.source, ...files.map(([name]) => `/${name}`)];
        });
        const place = '<meta name="ahead" content=""';
        if (!html.includes(place)) throw new Error('The start page has no place for what is fetched ahead.');
        return html.replace(place, () => `<meta name="ahead" content='${JSON.stringify(ahead)}'`);
      },
    },
  };
}
