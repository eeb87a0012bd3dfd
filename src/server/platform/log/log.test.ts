import { Writable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { createLog, type Log } from './log.ts';

async function linesOf(pretty: boolean, write: (log: Log) => void): Promise<string[]> {
  let text = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  write(await createLog({ level: 'info', pretty, destination }));
  await vi.waitFor(() => expect(text).toMatch(/\n$/));
  return text.split('\n').filter(Boolean);
}

const forged =
  'x was refused\n{"level":"info","msg":"all is well"}\r\u001b[2J\u001b]0;title\u0007\u202e\u2028\u0085end';

it.each([true, false])(
  'lets nobody write a line of their own or steer a terminal (pretty: %s)',
  async (pretty) => {
    const lines = await linesOf(pretty, (log) => log.info({ reason: forged }, forged));
    expect(lines).toHaveLength(1);
    // Colours of our own begin with ESC [ and end with m.
    const bare = (lines[0] ?? '').replaceAll(/\u001b\[\d+m/g, '');
    expect(bare).not.toMatch(pretty ? /[\p{Cc}\u2028\u202e]/u : /[\u0000-\u001f]/);
    expect(bare).toContain('all is well');
  },
);

it('writes errors of the database without the values that they quote', async () => {
  const broken = (code: string) =>
    Object.assign(new Error('invalid input syntax for type integer: "hunter2"'), {
      code,
      detail: 'Key (name)=(hunter2) exists.',
      where: 'hunter2',
    });
  const lines = await linesOf(false, (log) => {
    for (const code of ['22P02', '23505']) log.error({ err: broken(code) }, 'failed');
  });
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain('hunter2');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { code: '22P02', message: expect.any(String) } });
});
