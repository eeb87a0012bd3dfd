import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectRoot } from '#server/platform/config/config.ts';
import { childEnvironment } from './child-environment.ts';

/** Runs a command as `npm run skyledger -- …` does, with these settings and none of this machine's. */
export async function skyledger(
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [path.join(projectRoot, 'src/server/cli.ts'), ...args], {
    env: { ...childEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}
