/**
 * `npm run bench`: sets up, then measures on Node 24; what is measured stands in `bench`. It needs Chromium
 * for the figures of the web.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { MissingChromium, requireChromium } from './gate/chromium.mjs';
import { root, setUp, SetupError } from './setup.mjs';

try {
  const node = await setUp();
  const { positionals: parts } = parseArgs({
    allowPositionals: true,
    options: { data: { type: 'string' }, rows: { type: 'string' }, minutes: { type: 'string' } },
  });
  const browses =
    parts.length === 0 ||
    ['web', 'visit', 'grid', 'scroll', 'screens', 'uploads', 'limits', 'ten-jobs'].some((part) =>
      parts.includes(part),
    );
  const env = { ...process.env, ...(browses && { CHROMIUM_PATH: requireChromium() }) };
  const bench = spawn(node, ['bench/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => bench.kill(signal));
  bench.on('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  const expected = error instanceof SetupError || error instanceof MissingChromium;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}
