// Preloaded into a portal: tells on SIGUSR2 how much processor time its thread spent in one turn at most since it was
// asked last, as a line `longest turn: N ms`; on SIGWINCH, which nothing else sends to a server, it collects garbage, and
// says `garbage collected` when that is over.
import { Session } from 'node:inspector/promises';
import { watchTurns } from './turns.mjs';

const longestTurn = watchTurns();
process.on('SIGUSR2', () => process.stdout.write(`longest turn: ${longestTurn()} ms\n`));
process.on('SIGWINCH', async () => {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  process.stdout.write('garbage collected\n');
});
