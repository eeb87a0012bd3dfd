import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/** Where a simulator keeps what it knows: a file of its own in DATA_DIR/simulators, which is made where it is missing. */
export async function simulatorFile(dataDir: string, name: string): Promise<string> {
  const folder = path.join(dataDir, 'simulators');
  await mkdir(folder, { recursive: true });
  return path.join(folder, name);
}
