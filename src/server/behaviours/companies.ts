import { companies, glDefaults } from '#resources/companies.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';

/** A new company books its cloud spend on the GL accounts that its code implies, where none are given. */
export const companiesBehaviour: Behaviour = {
  resource: companies.name,
  async complete(_context, inputs) {
    for (const input of inputs) {
      if (typeof input['code'] !== 'string') continue;
      for (const [field, preset] of Object.entries(glDefaults(input['code'])))
        if (input[field] === undefined) input[field] = preset;
    }
  },
};
