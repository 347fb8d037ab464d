/**
 * The real nginx on loopback, with one of the configurations in deploy/nginx; ends with the test file.
 *
 *   const nginx = await startNginx('long-after.conf', { '127.0.0.1:3000': `127.0.0.1:${port}` });
 *   … await nginx.ask('/healthz') …
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '../app.ts';
import { makeCertificate } from '../certificate.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { findTestPort } from '../free-port.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface TestNginx {
  /** Where it listens with TLS. */
  address: string;
  /** Where it listens without, and only leads to the other. */
  plainAddress: string;
  /** Begins a request over TLS. */
  begin(path: string, options?: RequestOptions): ClientRequest;
  ask(path: string, options?: RequestOptions, body?: string | Buffer): Promise<Answer>;
  /** Everything that it has written down. */
  logged(): Promise<string>;
}

/** `changes` are made to the configuration beside those of addresses and files that every test needs. */
export async function startNginx(
  name: string,
  changes: Readonly<Record<string, string>>,
): Promise<TestNginx> {
  const dir = await mkdtemp(join(tmpdir(), 'long-after-nginx-'));
  const [port, plainPort] = [await findTestPort(), await findTestPort()];
  const host = '127.0.0.1';
  makeCertificate(dir);
  const certificates = '/etc/letsencrypt/live/after.example';
  const site = replaceAll(await readFile(`deploy/nginx/${name}`, 'utf8'), {
    [`${certificates}/fullchain.pem`]: join(dir, 'certificate.pem'),
    [`${certificates}/privkey.pem`]: join(dir, 'key.pem'),
    '/var/log/nginx/long-after.log': join(dir, 'site.log'),
    'listen 80;': `listen ${host}:${plainPort};`,
    'listen 443 ': `listen ${host}:${port} `,
    'after.example$': `${host}:${port}$`,
    'after.example': host,
    ...changes,
  });
  await writeFile(join(dir, 'nginx.conf'), `${around(dir)}\nhttp {\n${folders(dir)}\n${site}\n}\n`);
  const env = { PATH: `${process.env.PATH}:/usr/sbin` };
  const server = spawn('nginx', ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', join(dir, 'main.log')], {
    stdio: 'ignore',
    env,
  });
  const exited = once(server, 'exit');
  atEndOfFile(async () => {
    server.kill('SIGTERM');
    await exited;
    await rm(dir, { recursive: true, force: true });
  });
  const logs = async () =>
    (await Promise.all(logFiles.map((file) => readIfThere(join(dir, file))))).join('\n');
  const address = `https://${host}:${port}`;
  const ca = await readFile(join(dir, 'certificate.pem'));
  const begin = (path: string, options: RequestOptions = {}) =>
    request(`${address}${path}`, { ca, ...options });
  const ask = async (path: string, options?: RequestOptions, body?: string | Buffer): Promise<Answer> => {
    const asking = begin(path, options).end(body);
    const [answer]: IncomingMessage[] = await once(asking, 'response');
    if (!answer) throw new Error('There is no response');
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
  };
  await eventually(async () => {
    if (server.exitCode !== null) throw new Error(`nginx ended: ${await logs()}`);
    return ask('/').catch(() => undefined);
  }, 'nginx to answer');
  return { address, plainAddress: `http://${host}:${plainPort}`, begin, ask, logged: logs };
}

const logFiles = ['main.log', 'site.log', 'access.log'];
const readIfThere = (path: string) => readFile(path, 'utf8').catch(() => '');

/** One process, in the foreground; it keeps nothing anywhere else. */
const around = (dir: string) =>
  `daemon off; master_process off; pid ${join(dir, 'pid')}; error_log ${join(dir, 'main.log')} info; events {}`;

const folders = (dir: string) =>
  [
    `access_log ${join(dir, 'access.log')};`,
    'types { text/html html; text/plain txt; text/javascript js; }',
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(dir, name)};`,
    ),
  ].join('\n');

function replaceAll(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The configuration does not have “${from}”`);
    return changed.replaceAll(from, to);
  }, text);
}
