import { directionRules, unknownRooms } from './scripts/gate/rooms.mjs';

const unknown = unknownRooms(import.meta.dirname);
if (unknown.length > 0)
  throw new Error(`scripts/gate/rooms.mjs says nothing about ${unknown.join(', ')}: add a row.`);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...directionRules(),
    {
      name: 'no-cycles',
      comment: 'A cycle has no first module to read and none to test alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that cannot be resolved would escape every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-test-in-the-product',
      comment: 'What runs in production never imports a test or its helpers.',
      severity: 'error',
      from: { path: '^(src|simulators)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: ['[.]test[.]tsx?$', '^tests/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
