/** The processes of a benchmark: the product as it runs in production, and its baselines. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { loaderOptions, serverOptions } from '../scripts/setup/project.mjs';
import { findFreePort } from '../server/platform/postgres/free-port.ts';
import { until } from './harness.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface Program {
  process: ChildProcess;
  pid: number;
  /** Shuts it down and waits for it to exit. */
  stop(): Promise<void>;
}

/** Starts a TypeScript program with these settings and nothing else from the environment. It exits when this process does. */
export function startProgram(path: string, settings: Record<string, string>): Program {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const child = spawn(
    process.execPath,
    [...(path === 'server/main.ts' ? serverOptions : loaderOptions), path],
    {
      cwd: root,
      env: { PATH, HOME, TMPDIR, ...settings },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const { pid } = child;
  if (pid === undefined) throw new Error(`${path} could not be started`);
  return {
    process: child,
    pid,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Starts a program that sends a message once it is ready. */
export async function startAnswering(
  path: string,
  settings: Record<string, string>,
): Promise<[Program, message: string]> {
  const program = startProgram(path, settings);
  const [said] = await once(program.process, 'message');
  return [program, String(said)];
}

/** A worker of the product. */
export async function startWorker(settings: Record<string, string>): Promise<Program> {
  return (await startAnswering('bench/herd.child.ts', settings))[0];
}

/** Starts a mail server; returns it with the settings that make the product use it. */
export async function startSink(): Promise<[Program, smtp: Record<string, string>]> {
  const [sink, url] = await startAnswering('bench/smtp-sink.child.ts', {});
  const MAIL_FROM = 'Long After <letters@long-after.example>';
  return [sink, { PUBLIC_URL: 'http://localhost:3000', SMTP_URL: url, MAIL_FROM }];
}

export interface WebProgram extends Program {
  url: string;
}

/** Starts a program that listens on `PORT` and waits until `path` returns 200. */
async function startServer(
  file: string,
  settings: Record<string, string>,
  path: string,
): Promise<WebProgram> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const program = startProgram(file, { ...settings, PORT: String(port) });
  await until(() => answers(program, `${url}${path}`), `${file} to answer`, { everyMs: 10 });
  return { ...program, url };
}

async function answers({ process: { exitCode } }: Program, url: string): Promise<boolean> {
  if (exitCode !== null) throw new Error(`A program ended with ${exitCode} before it answered on ${url}`);
  try {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** The whole product, ready to serve requests. */
export function startProduct(settings: Record<string, string>): Promise<WebProgram> {
  return startServer('server/main.ts', { RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...settings }, '/readyz');
}

/** One of the bare servers next to this file. */
export function startBareServer(file: string, settings: Record<string, string> = {}): Promise<WebProgram> {
  return startServer(`bench/${file}`, settings, '/');
}

/** Sends a program of ours a request over IPC and waits for the reply. Throws if it exits instead. */
export async function ask<Answer>({ process: child }: Program, question: object): Promise<Answer> {
  const gone = new AbortController();
  const ended = once(child, 'exit', { signal: gone.signal }).then(([code]) => {
    throw new Error(`A program ended with ${code} instead of answering`);
  });
  ended.catch(() => undefined);
  const answered = once(child, 'message', { signal: gone.signal });
  child.send(question);
  try {
    const [answer] = await Promise.race([answered, ended]);
    return answer as Answer;
  } finally {
    gone.abort();
  }
}
