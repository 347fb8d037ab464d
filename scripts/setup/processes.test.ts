import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

const processesModule = new URL('./processes.mjs', import.meta.url).href;

/** A server in small: says that it is up, and how it was told to stop. */
const server = `
  process.on('SIGTERM', () => { console.log('stopped by SIGTERM'); process.exit(0); });
  process.on('disconnect', () => { console.log('parent is gone'); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log('up');
`;

/** A parent that runs the given children in the foreground and ends with their exit code. */
function runParent(...children: string[]) {
  const programs = children.map((code) => ({
    command: process.execPath,
    args: ['-e', code],
    cwd: '/',
    watchesParent: true,
  }));
  const code = `
    const { runInForeground } = await import(${JSON.stringify(processesModule)});
    process.exitCode = await runInForeground(...${JSON.stringify(programs)});
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  return { parent, lines: createInterface({ input: parent.stdout })[Symbol.asyncIterator]() };
}

async function exitCodeOf(parent: ChildProcess): Promise<number | null> {
  if (parent.exitCode === null) await once(parent, 'exit');
  return parent.exitCode;
}

test('SIGTERM is handed on, and the exit code handed back', async () => {
  const { parent, lines } = runParent(server);
  expect((await lines.next()).value).toBe('up');
  parent.kill('SIGTERM');
  expect((await lines.next()).value).toBe('stopped by SIGTERM');
  expect(await exitCodeOf(parent)).toBe(0);
});

test('a child notices that its parent was killed with SIGKILL', async () => {
  const { parent, lines } = runParent(server);
  expect((await lines.next()).value).toBe('up');
  parent.kill('SIGKILL');
  expect((await lines.next()).value).toBe('parent is gone');
});

test('when one of two ends, the other is stopped, and the first exit code counts', async () => {
  const { parent } = runParent(server, 'process.exit(3)');
  expect(await exitCodeOf(parent)).toBe(3);
});

test('a child ended by a signal counts as 128 and its number', async () => {
  const { parent } = runParent("process.kill(process.pid, 'SIGKILL')");
  expect(await exitCodeOf(parent)).toBe(137);
});
