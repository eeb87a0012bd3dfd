import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { tableSql } from '#server/engine/schema/schema.ts';
import { migrate } from '#server/platform/database/migrations.ts';

/** Makes the tables of planted models as their migrations would. */
export async function migratePlanted(
  connectionString: string,
  all: Registry,
  planted: readonly Resource[],
): Promise<void> {
  const migrations = mkdtempSync(join(tmpdir(), 'skyledger-migrations-'));
  cpSync('migrations', migrations, { recursive: true });
  writeFileSync(
    join(migrations, '9000_planted.sql'),
    planted.map((resource) => tableSql(all, resource)).join('\n'),
  );
  await migrate(connectionString, migrations);
  rmSync(migrations, { recursive: true });
}
