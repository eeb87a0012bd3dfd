/** Runs the steps two at a time, as the cores allow, and says of each how it went. */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

const slots = 2;

/**
 * @typedef {object} Outcome
 * @property {string} name
 * @property {boolean} ok
 * @property {number} passed
 * @property {number} failed
 */

/**
 * Starts every step as soon as the steps before it have passed and enough slots are free. A step whose
 * forerunner failed counts as failed, without running, and so does what waits when the process is asked to end.
 * @param {import('./steps.mjs').Step[]} steps
 * @param {string} root the project folder
 * @returns {Promise<Outcome[]>}
 */
export async function runSteps(steps, root) {
  const waiting = [...steps];
  const running = new Map();
  const done = new Map();
  const stop = (signal) => {
    waiting.length = 0;
    running.forEach(({ child }) => child.kill(signal));
  };
  process.on('SIGINT', () => stop('SIGINT')).on('SIGTERM', () => stop('SIGTERM'));

  while (waiting.length > 0 || running.size > 0) {
    for (const step of waiting.slice()) {
      const before = (step.after ?? []).map((name) => done.get(name));
      const used = [...running.values()].reduce((sum, { cores }) => sum + cores, 0);
      if (before.some((outcome) => outcome?.ok === false)) {
        const cause = step.after.join(' and ');
        done.set(step.name, report(step, { code: 1, output: `It needs: ${cause}, which failed.\n`, ms: 0 }));
      } else if (before.every(Boolean) && used + step.cores <= slots) {
        running.set(step.name, start(step, root));
      } else {
        // Keeping the order lets a step that needs both slots have its turn.
        if (used + step.cores > slots) break;
        continue;
      }
      waiting.splice(waiting.indexOf(step), 1);
    }
    if (running.size === 0) continue;
    const ended = await Promise.race([...running.values()].map(({ result }) => result));
    running.delete(ended.step.name);
    done.set(ended.step.name, report(ended.step, ended));
  }
  return steps.map(({ name }) => done.get(name) ?? { name, ok: false, passed: 0, failed: 1 });
}

function start(step, root) {
  const began = performance.now();
  const [program, ...args] = step.command;
  const bin = join(root, 'node_modules', '.bin');
  const child = spawn(join(bin, program), args, {
    cwd: root,
    env: {
      // Hundreds of processes compile the same files; this one environment variable has them share the result.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      ...process.env,
      ...step.env,
      PATH: bin + delimiter + process.env.PATH,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      // Tests take minutes: whoever waits for them sees at once what failed.
      if (step.count) process.stdout.write(text);
      else output += text;
    });
  const result = new Promise((resolve) => {
    const end = (code) => resolve({ step, code, output, ms: performance.now() - began });
    child.once('close', (code) => end(code ?? 1));
    child.once('error', (error) => {
      output += `${error.message}\n`;
      end(1);
    });
  });
  return { child, cores: step.cores, result };
}

/** @returns {Outcome} */
function report(step, { code, output, ms }) {
  let counts = code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  if (step.count && ms > 0) {
    try {
      counts = step.count();
      if (code !== 0 && counts.failed === 0) counts.failed = 1;
      if (counts.passed + counts.failed === 0) {
        counts.failed = 1;
        output += 'It ran no test at all.\n';
      }
    } catch (error) {
      counts = { passed: 0, failed: 1 };
      output += `It left no readable report: ${error.message}\n`;
    }
  }
  const ok = counts.failed === 0;
  const { passed, failed, skipped = [] } = counts;
  const left = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
  const number = step.count ? `  ${passed} passed, ${failed} failed${left}` : '';
  console.log(`${ok ? '✓' : '✗'} ${step.name.padEnd(18)} ${(ms / 1000).toFixed(1).padStart(6)} s${number}`);
  // After the last failure that was waited for, what did not run is no news.
  if (ok) for (const name of skipped) console.log(`    skipped: ${name}`);
  if (!ok && output) console.log(`\n${output.trimEnd().replaceAll(/^/gm, '    ')}\n`);
  return { name: step.name, ok, passed, failed };
}
