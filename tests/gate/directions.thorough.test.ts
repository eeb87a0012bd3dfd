import { describe, expect, it } from 'vitest';
import { plantProject } from './planted-project.ts';

const check = 'scripts/gate/check-directions.mjs';
const value = 'export const value = 1;\n';
const uses = (...names: string[]) => names.map((name) => `import '${name}';\n`).join('') + value;

/** Every room once, using what it may use. */
const healthy = {
  'src/kernel/a.ts': uses('./b.ts', 'zod'),
  'src/kernel/b.ts': value,
  'src/resources/a.ts': uses('#kernel/a.ts'),
  'src/server/platform/base/actor.ts': uses('#kernel/a.ts', 'node:fs'),
  'src/server/platform/database/b.ts': uses('pg', '../base/actor.ts'),
  'src/server/engine/a.ts': uses('#kernel/a.ts', '../platform/database/b.ts'),
  'src/server/policies/a.ts': uses('#resources/a.ts', '#server/platform/base/actor.ts'),
  'src/server/behaviours/a.ts': uses('#server/policies/a.ts', '#server/engine/a.ts'),
  'src/server/modules/one/a.ts': uses(
    '#server/engine/a.ts',
    './b.ts',
    '#server/providers/cloud/interface.ts',
  ),
  'src/server/modules/one/b.ts': value,
  'src/server/modules/billing/intake/a.ts': value,
  'src/server/modules/billing/review/a.ts': uses('../intake/a.ts'),
  'src/server/modules/two/a.ts': uses('#resources/a.ts'),
  'src/server/providers/cloud/a.ts': uses('#server/platform/database/b.ts', './interface.ts'),
  'src/server/providers/cloud/interface.ts': uses('#kernel/a.ts'),
  'simulators/aws/a.ts': uses('node:http'),
  'simulators/first-data/a.ts': uses('../aws/a.ts', '#resources/a.ts', '#server/platform/database/b.ts'),
  'simulators/main.ts': uses('./first-data/a.ts'),
  'src/server/simulators.ts': "export const simulators = () => import('#simulators/main.ts');\n",
  'src/server/app.ts': uses('./modules/one/a.ts', './simulators.ts', '#resources/a.ts'),
  'src/web/ui/a.ts': uses('#kernel/a.ts', 'react'),
  'src/web/data/a.ts': uses('#kernel/a.ts'),
  'src/web/grid/a.ts': uses('#web/ui/a.ts'),
  'src/web/generic/a.ts': uses('#web/grid/a.ts', '#web/data/a.ts'),
  'src/web/screens/a.ts': uses('#web/generic/a.ts', '#resources/a.ts'),
  'src/web/features/home/a.ts': uses('#web/generic/a.ts', '#resources/a.ts'),
  'src/web/features/posture/a.ts': uses('#web/data/a.ts'),
  'src/web/app/a.ts': uses('#web/screens/a.ts', '#web/features/home/a.ts'),
  // The build reads it.
  'src/web/app/own-addresses.ts': value,
  'src/resources/cloud-requests/all.ts': value,
  'src/resources/registry.ts': value,
  'src/web/generic/form/form-fields.ts': value,
};

const folderOf = (room: string) => (room.startsWith('simulators/') ? room : `src/${room}`);

/** The file with the fault, what it must not import, and the rule that says so. */
const faults: [file: string, imported: string, rule: string][] = [
  ['kernel', '#resources/a.ts', 'kernel-directions'],
  ['kernel', 'pg', 'kernel-packages'],
  ['kernel', 'node:fs', 'kernel-runs-in-the-browser'],
  ['resources', '#server/platform/database/b.ts', 'resources-directions'],
  ['resources', 'zod', 'resources-packages'],
  ['server/platform/base', '#resources/a.ts', 'server/platform/base-directions'],
  ['server/platform/base', '#server/platform/database/b.ts', 'server/platform/base-directions'],
  ['server/engine', '#resources/a.ts', 'server/engine-directions'],
  ['server/policies', '#server/platform/database/b.ts', 'server/policies-directions'],
  ['server/behaviours', '#server/modules/one/a.ts', 'server/behaviours-directions'],
  ['server/modules/two', '#server/modules/one/a.ts', 'server/modules-stand-alone'],
  ['server/modules/two', '#server/behaviours/a.ts', 'server/modules-directions'],
  ['server/modules/two', '#server/providers/cloud/a.ts', 'server/modules-directions'],
  ['server/modules/two', '#simulators/aws/a.ts', 'server/modules-directions'],
  ['server/engine', '#server/providers/cloud/interface.ts', 'server/engine-directions'],
  ['server/providers', '#server/engine/a.ts', 'server/providers-directions'],
  ['simulators/aws', '#kernel/a.ts', 'simulators/aws-directions'],
  ['simulators/first-data', '#server/engine/a.ts', 'simulators/first-data-directions'],
  [
    'server/modules/billing/intake',
    '#server/modules/billing/review/a.ts',
    'server/modules/billing/intake-order',
  ],
  ['server', '#web/ui/a.ts', 'server-root-directions'],
  ['server', '#simulators/main.ts', 'server-root-directions'],
  ['kernel', '#simulators/main.ts', 'kernel-directions'],
  ['web/ui', '#web/data/a.ts', 'web/ui-directions'],
  ['web/ui', 'node:fs', 'web/ui-runs-in-the-browser'],
  ['web/data', '#server/platform/database/b.ts', 'web/data-directions'],
  ['web/grid', '#web/generic/a.ts', 'web/grid-directions'],
  ['web/generic', '#resources/a.ts', 'web/generic-directions'],
  ['web/screens', '#web/features/home/a.ts', 'web/screens-directions'],
  ['web/features/posture', '#web/features/home/a.ts', 'web/features-stand-alone'],
  ['web/app', '#server/platform/database/b.ts', 'web/app-directions'],
  ['kernel', './missing.ts', 'nothing-unresolved'],
  ['kernel', '#tests/support/help.ts', 'no-test-in-the-product'],
];

describe('the directions between the rooms', () => {
  it('hold in a project that keeps them, package imports resolved', () => {
    const planted = plantProject({
      ...healthy,
      'src/kernel/a.test.ts': uses('#server/app.ts'),
      'tests/contract/a.test.ts': uses('#web/app/a.ts', '#server/app.ts'),
    });
    const { code, output } = planted.run('node', check);
    expect(output).toMatch(/^\d+ modules, \d+ imports, 0 violations$/m);
    expect(code).toBe(0);
  });

  it('fail where any of them is broken, and the rule names the file', () => {
    const planted = plantProject({ ...healthy, 'tests/support/help.ts': value });
    faults.forEach(([room, imported], index) => {
      planted.write({ [`${folderOf(room)}/fault${index}.ts`]: uses(imported) });
    });
    const { code, output } = planted.run('node', check);
    for (const [index, [room, , rule]] of faults.entries()) {
      expect(output).toContain(`${rule}: ${folderOf(room)}/fault${index}.ts → `);
    }
    expect(code).toBe(1);
  });

  it('fail for an import of a type alone', () => {
    const planted = plantProject({
      ...healthy,
      'src/kernel/c.ts': "import type { value } from '#resources/a.ts';\nexport type C = typeof value;\n",
    });
    expect(planted.run('node', check).output).toContain('kernel-directions: src/kernel/c.ts → ');
  });

  it('fail for a circle', () => {
    const planted = plantProject({ ...healthy, 'src/kernel/b.ts': uses('./a.ts') });
    const { code, output } = planted.run('node', check);
    expect(output).toMatch(/^no-cycles: src\/kernel\/[ab]\.ts → /m);
    expect(code).toBe(1);
  });

  it.each([
    ['a folder that no rule speaks of', 'src/web/novel/a.ts', 'src/web/novel'],
    ['a folder of the simulators', 'simulators/novel/a.ts', 'simulators/novel'],
    ['a folder of the platform', 'src/server/platform/novel/a.ts', 'src/server/platform/novel'],
    ['a folder of billing', 'src/server/modules/billing/novel/a.ts', 'src/server/modules/billing/novel'],
    ['a file beside the rooms of the platform', 'src/server/platform/a.ts', 'src/server/platform/a.ts'],
  ])('fail for %s', (_what, file, named) => {
    const planted = plantProject({ ...healthy, [file]: value });
    const { code, output } = planted.run('node', check);
    expect(output).toContain(`says nothing about ${named}`);
    expect(code).toBe(1);
  });

  it('fail when the cruise passes because it saw nothing', () => {
    const planted = plantProject({
      ...healthy,
      '.dependency-cruiser.mjs': "export default { forbidden: [], options: { includeOnly: '^nowhere' } };\n",
    });
    const { code, output } = planted.run('node', check);
    expect(output).toContain('src/kernel/a.ts: not cruised');
    expect(code).toBe(1);
  });
});
