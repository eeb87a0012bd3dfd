import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { findProgram, programProblem } from '../../scripts/gate/programs.mjs';

const PATIENCE_MS = 5000;

/** Why nginx cannot be run here; null when it can. */
export function nginxProblem(): string | null {
  const problem = programProblem('nginx');
  return problem ?? (spawnSync('openssl', ['version']).status === 0 ? null : 'openssl is not installed');
}

/** A certificate for localhost, made as docs/operating.md says. */
function makeCertificate(folder: string): { certificate: string } {
  const how =
    'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost';
  const where = ['-keyout', 'key.pem', '-out', 'fullchain.pem'];
  execFileSync('openssl', [...how.split(' '), ...where], { cwd: folder, stdio: 'ignore' });
  return { certificate: readFileSync(path.join(folder, 'fullchain.pem'), 'utf8') };
}

/**
 * Runs nginx with the configuration of the operators' guide; only names, ports and paths are this machine's.
 * @param ports of the portal's processes, at most the three of the guide
 * @returns the certificate that it shows for `https://localhost:<port>`, and what it has logged
 */
export async function startNginx(port: number, plainPort: number, ports: readonly number[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-nginx-'));
  // Started by root, its workers are another user.
  chmodSync(folder, 0o755);
  const { certificate } = makeCertificate(folder);
  let text = readFileSync(path.join(projectRoot, 'docs/nginx.conf'), 'utf8');
  const replace = (from: string, to: string) => {
    if (!text.includes(from)) throw new Error(`docs/nginx.conf has no ${from}`);
    text = text.replaceAll(from, to);
  };
  for (const [at, guided] of ['8081', '8082', '8083'].entries())
    if (ports[at] === undefined)
      text = text.replace(new RegExp(`^.*127\\.0\\.0\\.1:${guided} .*\\n`, 'm'), '');
    else replace(`127.0.0.1:${guided} `, `127.0.0.1:${ports[at]} `);
  replace('listen 443 ', `listen 127.0.0.1:${port} `);
  replace('listen 80', `listen 127.0.0.1:${plainPort}`);
  replace('skyledger.example.com', 'localhost');
  replace('/etc/ssl/skyledger', folder);
  replace('/var/log/nginx', folder);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const root = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `${root} daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { ${paths.join(' ')} ${text} }`,
  );
  const child = spawn(
    findProgram('nginx') ?? 'nginx',
    ['-p', folder, '-c', path.join(folder, 'nginx.conf')],
    {
      stdio: 'ignore',
    },
  );
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  });
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isOpen(port))) {
    if (Date.now() > deadline || child.exitCode !== null)
      throw new Error(`nginx did not start: ${readFileSync(path.join(folder, 'error.log'), 'utf8')}`);
  }
  return { certificate, log: () => readFileSync(path.join(folder, 'skyledger.log'), 'utf8') };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const answer = (open: boolean) => {
      socket.destroy();
      setTimeout(() => resolve(open), 20);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}
