import type { Registry } from '#kernel/registry.ts';
import type { Command } from '#server/platform/process/command.ts';
import { StartError } from '#server/platform/base/start-error.ts';
import { tableSql } from './schema.ts';

/** The command that prints the SQL of a declared model's table, to be kept as a migration. */
export function migrationCommand(registry: Registry): Command {
  return {
    name: 'migration',
    meaning:
      'Prints the SQL that makes the table of a declared model; keep it as migrations/NNNN_<what>.sql.',
    options: {
      model: { value: 'name', meaning: 'Name of the model, such as cost_centers.', required: true },
    },
    async run({ options, print }) {
      const name = options['model'] ?? '';
      const resource = registry.find(name);
      const tables = registry.all.filter(({ source }) => source === 'table').map((one) => one.name);
      if (!resource) throw new StartError(`There is no model ${name}. Models: ${tables.join(', ')}.`);
      if (resource.source === 'view')
        throw new StartError(`${name} is a view; its CREATE VIEW is written by hand.`);
      print(tableSql(registry, resource).trimEnd());
    },
  };
}
