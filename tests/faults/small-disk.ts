import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { errorCode } from '#server/platform/base/start-error.ts';

/** Enough for a portal with some data. */
const SIZE = '160m';
const PIECE = Buffer.alloc(64 * 1024);

/** A disk of its own, small enough to be filled; null where this user may not make one. */
export function mountSmallDisk(size = SIZE): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  chmodSync(folder, 0o755);
  return folder;
}

export function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
}

export function fillUp(file: string): void {
  expect(() => {
    for (;;) appendFileSync(file, PIECE);
  }).toThrow(expect.toSatisfy((error) => errorCode(error) === 'ENOSPC'));
}

function canMount(): boolean {
  const folder = mountSmallDisk();
  if (folder) unmount(folder);
  return folder !== null;
}

/** Whether this machine lets the test have small disks. */
export const possible = canMount();
/** What a test says that is left out for that. */
export const reason = possible ? '' : ' (skipped: only root on Linux may mount a small disk)';
