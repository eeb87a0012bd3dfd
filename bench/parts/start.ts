import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '#server/platform/config/config.ts';
import { atMost, median, type Figure } from '../figures.ts';
import type { World } from '../world.ts';

const ROUNDS = 3;
const MOST_SECONDS = 3;
const READY = 'Skyledger is ready';

/** `npm start` from the command to the line that says it is ready, in seconds. */
async function startOnce(dataDir: string): Promise<number> {
  const began = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      BILL_FETCH: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(npm, 'exit');
  try {
    let output = '';
    const ready = Promise.withResolvers<number>();
    for (const stream of [npm.stdout, npm.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes(READY)) ready.resolve((performance.now() - began) / 1000);
      });
    void gone.then(() => ready.reject(new Error(`npm start ended: ${output}`)));
    return await ready.promise;
  } finally {
    npm.kill('SIGTERM');
    await gone;
  }
}

/** Starts on a data folder that is there already, with all the rows in it. */
export async function measureStart(world: World, say: (line: string) => void): Promise<Figure[]> {
  const times: number[] = [];
  await world.withoutDatabase(async () => {
    await startOnce(world.dataDir);
    for (let round = 1; round <= ROUNDS; round += 1) {
      say(`npm start, round ${round} of ${ROUNDS}`);
      times.push(await startOnce(world.dataDir));
    }
  });
  return [atMost('npm start: ready, second start', median(times), MOST_SECONDS, { unit: 's', digits: 1 })];
}
