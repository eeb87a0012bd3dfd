import { listOptions } from '#calls/finalize.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve } from '#server/platform/http/serve.ts';
import { options } from './options/all.ts';

/** The options of finalizing a run, and why one is not available. */
export function optionsRoute(door: Door, config: Config): void {
  serve(door, listOptions, async () =>
    options.map(({ name, lack }) => ({ name, reason: lack?.(config) ?? null })),
  );
}
