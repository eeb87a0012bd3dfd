import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readOccupant, takeDataFolder, takeOrJoin } from './data-folder.ts';
import { folderProblem } from '../base/folder-problem.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skyledger-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('refuses a second taker, naming what the first is and where it answers', () => {
  const first = takeDataFolder(folder, 'the portal');
  expect(() => takeDataFolder(folder, 'another')).toThrow(`The portal (process ${process.pid}) is using`);
  first.announce({ address: 'http://127.0.0.1:8080' });
  expect(() => takeDataFolder(folder, 'another')).toThrow(
    /at http:\/\/127\.0\.0\.1:8080 is using the data folder/,
  );
  expect(readOccupant(folder)?.what).toBe('the portal');
  first.release();
  expect(readOccupant(folder)).toBeNull();
  takeDataFolder(folder, 'another').release();
});

it('takes over what a killed process left, whatever pid it names', () => {
  writeFileSync(path.join(folder, 'lock'), '');
  writeFileSync(
    path.join(folder, 'running.json'),
    JSON.stringify({ pid: 1, what: 'x', address: null, connectionString: null }),
  );
  const taken = takeDataFolder(folder, 'the portal');
  expect(readOccupant(folder)?.pid).toBe(process.pid);
  taken.release();
});

it('lets a command join the database of whoever has the folder, once it runs', async () => {
  const first = takeDataFolder(folder, 'the portal');
  const joining = takeOrJoin(folder, 'a command');
  first.announce({ connectionString: 'postgresql://here' });
  expect(await joining).toEqual({ connectionString: 'postgresql://here' });
  expect(statSync(path.join(folder, 'running.json')).mode & 0o777).toBe(0o600);
  first.release();
  const way = await takeOrJoin(folder, 'a command');
  expect(way).toHaveProperty('folder');
  if ('folder' in way) way.folder.release();
});

it('gives up with the first one named when no database comes', async () => {
  const first = takeDataFolder(folder, 'the portal');
  await expect(takeOrJoin(folder, 'a command', 150)).rejects.toThrow(/The portal \(process/);
  first.release();
});

it('says in one sentence why a folder cannot be used', () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, 'mine');
  expect(() => takeDataFolder(path.join(file, 'data'), 'the portal')).toThrow(/cannot be created there/);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  const failed = (code: string) =>
    folderProblem('/d', Object.assign(new Error('low level'), { code })).message;
  expect(failed('ENOSPC')).toMatch(/has no space left/);
  expect(failed('EROFS')).toMatch(/cannot be written by this user/);
  expect(failed('EWHATEVER')).toBe('low level');
});
