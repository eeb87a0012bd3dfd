import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { newDataDir, startServer } from './portal-process.ts';

it(
  'of processes that share a data folder, one that starts leaves alone what another one is unpacking',
  { timeout: 600_000 },
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const settings = { DATABASE_URL: database.connectionString, DATA_DIR: newDataDir() };
    const first = await startServer(settings);
    const folder = path.join(settings.DATA_DIR, 'billing', new URL(first.url).port);
    mkdirSync(folder, { recursive: true });
    const unpacked = path.join(folder, 'bill.csv');
    writeFileSync(unpacked, 'a,b');
    const { port } = new URL(first.url);
    const second = await startServer(settings);
    expect(existsSync(unpacked)).toBe(true);
    expect(await second.stop()).toBe(0);

    expect(await first.stop()).toBe(0);
    const again = await startServer({ ...settings, PORT: port });
    expect(existsSync(unpacked)).toBe(false);
    expect(await again.stop()).toBe(0);
  },
);
