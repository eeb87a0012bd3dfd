/**
 * `npm start`: sets up, then runs the server on Node 24 and stays with it. A request to end is passed on; the server
 * ends by itself when this process is gone, which it sees by the channel between the two.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { serverFlags } from './server-flags.mjs';
import { root, setUp, SetupError } from './setup.mjs';

const PARENT_CHECK_MS = 1000;
try {
  serve(await setUp());
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}

function serve(node) {
  console.log('Starting Skyledger …');
  const server = spawn(node, [...serverFlags, path.join(root, 'src/server/main.ts')], {
    cwd: root,
    // Every thread that reads a file compiles the same modules, which takes four times as long as to load what was compiled.
    env: { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'), ...process.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  server.on('message', ({ ready }) => {
    if (ready) console.log(`\nSkyledger is ready: ${ready}\nCtrl-C ends it.\n`);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
  server.on('error', (error) => {
    console.error(`The server could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  server.on('exit', (code, signal) => {
    if (signal) console.error(`The server was ended by ${signal}.`);
    process.exit(code ?? 1);
  });
  if (process.env.npm_lifecycle_event === 'start') endWithParent(() => server.kill('SIGTERM'));
}

/** npm that is killed outright passes nothing on, but this process gets another parent. */
function endWithParent(end) {
  const parent = process.ppid;
  const check = () => {
    if (process.ppid !== parent) end();
  };
  setInterval(check, PARENT_CHECK_MS).unref();
}
