import type * as everySimulator from '#simulators/main.ts';
import type { Config } from './platform/config/config.ts';

export type Simulators = typeof everySimulator;

/**
 * The simulators, which stand for what no setting names. They are no part of the product: this is the one place that loads
 * them, and only once one is needed.
 * @throws {Error} in production
 */
export async function simulators({ nodeEnv }: Pick<Config, 'nodeEnv'>): Promise<Simulators> {
  if (nodeEnv === 'production')
    throw new Error('No simulator runs under NODE_ENV=production. Name in the settings what it stands for.');
  return import('#simulators/main.ts');
}
