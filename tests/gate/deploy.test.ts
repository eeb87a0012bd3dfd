import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig, projectRoot } from '#server/platform/config/config.ts';
import { settingDocs } from '#server/platform/config/settings.ts';
import { serverFlags } from '../../scripts/server-flags.mjs';
import { compose, serviceOf, unknownSettings, yamlOf } from './deploy-files.ts';
import { fileOf } from './rights/cloud.ts';

const dockerfile = fileOf('deploy/Dockerfile');
const templates = globSync('deploy/helm/skyledger/templates/*', { cwd: projectRoot }).map(fileOf).join('\n');
const values = yamlOf<{ settings: Record<string, string>; secretName: string; replicas: number }>(
  'deploy/helm/skyledger/values.yaml',
);

/** `ENV` of the image; a line that ends with a backslash goes on. */
const imageEnvironment = Object.fromEntries(
  Array.from(
    /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile)?.[1]?.matchAll(/([A-Z_]+)=(\S+)/g) ?? [],
    ([, name = '', value = '']) => [name, value],
  ),
);

test('the image starts the server as npm start does, with settings that there are', () => {
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  expect(JSON.parse(command)).toEqual(['node', ...serverFlags, 'src/server/main.ts']);
  expect(unknownSettings(Object.keys(imageEnvironment))).toEqual([]);
  expect(imageEnvironment).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' });
});

test('the image has all folders of the server, and runs as nobody that the host knows', () => {
  const copied = Array.from(dockerfile.matchAll(/^COPY (?!--)(\S+) /gm), ([, folder = '']) => folder);
  const sources = globSync('src/*', { cwd: projectRoot }).filter((folder) => folder !== 'src/web');
  expect(copied).toEqual(expect.arrayContaining([...sources, 'migrations', 'package.json']));
  expect(copied.filter((one) => one !== '.' && !existsSync(path.join(projectRoot, one)))).toEqual([]);
  expect(/^USER (.*)$/m.exec(dockerfile)?.[1]).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
});

test('ports and paths of health agree: image, compose, chart and server', () => {
  const port = imageEnvironment['PORT'];
  const asked = [...new Set(`${dockerfile}\n${templates}`.match(/\/(?:healthz|readyz)\b/g))].toSorted();
  expect(asked).toEqual(['/healthz', '/readyz']);
  for (const route of asked) expect(fileOf('src/server/platform/http/health.ts')).toContain(`'${route}'`);
  expect(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]).toBe(port);
  expect(/containerPort: (\d+)/.exec(templates)?.[1]).toBe(port);
  expect(/ingress:\n\s+- ports:\n\s+- port: (\d+)/.exec(templates)?.[1]).toBe(port);
  expect(fileOf('deploy/compose/nginx.conf')).toContain(`server portal:${port};`);
});

test('what the image writes to is where the chart and compose let it write', () => {
  expect(templates).toContain(`mountPath: ${imageEnvironment['DATA_DIR']}\n`);
  expect(dockerfile).toContain(`\nVOLUME ${imageEnvironment['DATA_DIR']}\n`);
  expect(serviceOf('portal')).toMatchObject({ read_only: true, tmpfs: ['/tmp'] });
});

test('compose and chart name settings that there are, and the portal takes those of compose', () => {
  const { environment } = serviceOf('portal');
  expect(unknownSettings(Object.keys(environment))).toEqual([]);
  expect(unknownSettings(Object.keys(values.settings))).toEqual([]);
  const secrets: Record<string, string> = { DATABASE_PASSWORD: 'a1', SECRET_KEY: 'b'.repeat(64) };
  const filled = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)\}/g, (_, secret: string) => secrets[secret] ?? ''),
    ]),
  );
  const config = loadConfig({ ...imageEnvironment, ...filled, DATA_DIR: projectRoot });
  expect(config).toMatchObject({ databaseUrl: expect.stringContaining(':a1@database:'), trustProxy: true });
  expect(config.saml.provider).toMatchObject({ isUrl: true });
});

test('the services, volumes and files that compose names are there', () => {
  const { services, volumes } = compose();
  const all = Object.values(services);
  const others = all.flatMap(({ depends_on: needed = {} }) => Object.keys(needed));
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter((name) => !(name in services))).toEqual([]);
  const mounted = all.flatMap(({ volumes: mounts = [] }) => mounts.map((mount) => mount.split(':')[0] ?? ''));
  expect(mounted.filter((from) => !from.startsWith('.') && !(from in volumes))).toEqual([]);
  // What prepare.sh makes.
  const kept = mounted.filter((from) => from.startsWith('.') && !from.startsWith('./secrets/'));
  expect(kept.filter((from) => !existsSync(path.join(projectRoot, 'deploy/compose', from)))).toEqual([]);
  const { build } = serviceOf('portal');
  expect(path.join('deploy/compose', build?.context ?? '', build?.dockerfile ?? '')).toBe(
    'deploy/Dockerfile',
  );
});

test('prepare.sh makes every secret of compose, and no repository takes them', () => {
  const wanted = [...new Set(fileOf('deploy/compose/compose.yaml').match(/(?<=\$\{)\w+/g))];
  const prepared = fileOf('deploy/compose/prepare.sh');
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.filter((secret) => !prepared.includes(secret))).toEqual([]);
  const secret = ['deploy/compose/.env', 'deploy/compose/secrets/key.pem', 'deploy/compose/clouds.env'];
  const ignored = execFileSync('git', ['check-ignore', '--stdin', '--no-index'], {
    cwd: projectRoot,
    encoding: 'utf8',
    input: secret.join('\n'),
  });
  expect(ignored.trim().split('\n')).toEqual(secret);
});

interface Realm {
  realm: string;
  roles: { realm: { name: string }[] };
  clients: {
    clientId: string;
    redirectUris: string[];
    attributes: Record<string, string>;
    protocolMappers: { name: string; config: Record<string, string> }[];
  }[];
}

test('Keycloak sends what the portal reads: its client, its mappers and its roles', () => {
  const { environment } = serviceOf('portal');
  const realm = JSON.parse(fileOf('deploy/compose/realm.json')) as Realm;
  const [client] = realm.clients;
  const callback = `${environment['PUBLIC_URL']}/api/auth/saml/callback`;
  expect(client).toMatchObject({
    clientId: `${environment['PUBLIC_URL']}/api/auth/saml/metadata`,
    redirectUris: [callback],
    attributes: {
      saml_assertion_consumer_url_post: callback,
      // SAML_SIGNED is left out, and there is no SAML_SP_KEY.
      'saml.server.signature': 'true',
      'saml.assertion.signature': 'true',
      'saml.client.signature': 'false',
    },
  });
  const sent = client?.protocolMappers.map(({ config }) => config['attribute.name']);
  expect(sent).toEqual([environment['SAML_EMAIL_ATTRIBUTE'], environment['SAML_ROLES_ATTRIBUTE']]);
  const [, keycloak = ''] = fileOf('docs/sign-in.md').split('### Keycloak');
  for (const name of sent ?? []) expect(keycloak.split('\n### ')[0]).toContain(name);
  const mapped = environment['SAML_ROLE_MAP']?.split(', ').map((pair) => pair.split('=')[0]);
  expect(realm.roles.realm.map(({ name }) => name)).toEqual(mapped);
  expect(environment['SAML_IDP_METADATA']).toBe(
    `${serviceOf('sso').environment['KC_HOSTNAME']}/realms/${realm.realm}/protocol/saml/descriptor`,
  );
  const names = ['PUBLIC_URL', 'SAML_IDP_METADATA'].map((name) => new URL(environment[name] ?? '').hostname);
  expect(serviceOf('proxy').networks?.['default']?.aliases).toEqual(names);
  for (const name of names) {
    expect(fileOf('deploy/compose/nginx.conf')).toContain(`server_name ${name};`);
    expect(fileOf('deploy/compose/prepare.sh')).toContain(`DNS:${name}`);
  }
});

test('every value that a template of the chart uses has a default, and every default is used', () => {
  const used = new Set(Array.from(templates.matchAll(/\.Values\.(\w+)/g), ([, name = '']) => name));
  expect([...used].toSorted()).toEqual(Object.keys(values).toSorted());
  const chart = yamlOf<{ version: string; appVersion: string }>('deploy/helm/skyledger/Chart.yaml');
  expect(chart.appVersion).toBe((JSON.parse(fileOf('package.json')) as { version: string }).version);
});

test('the chart brings the schema up to date by a command that there is', () => {
  const [, command = ''] = /command: \[skyledger, (\w+)\]/.exec(templates) ?? [];
  expect(fileOf('src/server/modules/operations/commands.ts')).toContain(`name: '${command}'`);
  expect(fileOf('deploy/image/skyledger')).toContain('src/server/cli.ts "$@"');
});

test('the guides of the kit name no setting that there is not', () => {
  const told = ['deploy/README.md', 'docs/first-installation.md'].flatMap((file) =>
    Array.from(fileOf(file).matchAll(/\b([A-Z]+(?:_[A-Z]+)+)(?==)/g), ([, name = '']) => name),
  );
  expect(settingDocs.length).toBeGreaterThan(0);
  expect(told).toContain('AWS_ORGANIZATION_ID');
  expect(unknownSettings(told.filter((name) => !OF_SCRIPTS.has(name)))).toEqual([]);
});

/** The parameters of deploy/azure/set-up.sh, and of Docker. */
const OF_SCRIPTS = new Set([
  'MANAGEMENT_GROUP',
  'BILLING_SCOPE',
  'OWNER_GROUP',
  'BASELINE_GROUPS',
  'BASELINE_ROLES',
  'BILL_CONTAINER',
  'DIRECTORY_CHANGES',
  'BUILD_BASE',
]);
