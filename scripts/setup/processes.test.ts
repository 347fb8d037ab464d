import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

const processesModule = new URL('./processes.mjs', import.meta.url).href;

/** A minimal server: prints when it is up and how it was stopped. */
const server = `
  process.on('SIGTERM', () => { console.log('stopped by SIGTERM'); process.exit(0); });
  process.on('disconnect', () => { console.log('parent is gone'); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log('up');
`;

/** Code of a parent that runs the given children in the foreground and exits with their exit code. */
function parentCode(...children: string[]): string {
  const programs = children.map((code) => ({
    command: process.execPath,
    args: ['-e', code],
    cwd: '/',
    watchesParent: true,
  }));
  return `
    const { runInForeground } = await import(${JSON.stringify(processesModule)});
    process.exitCode = await runInForeground(...${JSON.stringify(programs)});
  `;
}

function runParent(...children: string[]) {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', parentCode(...children)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  return { parent, lines: createInterface({ input: parent.stdout })[Symbol.asyncIterator]() };
}

async function exitCodeOf(parent: ChildProcess): Promise<number | null> {
  if (parent.exitCode === null) await once(parent, 'exit');
  return parent.exitCode;
}

test('forwards SIGTERM and returns the exit code', async () => {
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

test('when one of two exits, stops the other and returns the first exit code', async () => {
  const { parent } = runParent(server, 'process.exit(3)');
  expect(await exitCodeOf(parent)).toBe(3);
});

test('returns 128 plus the signal number for a child ended by a signal', async () => {
  const { parent } = runParent("process.kill(process.pid, 'SIGKILL')");
  expect(await exitCodeOf(parent)).toBe(137);
});

test.each([
  [
    'npm with a shell between',
    `spawn('sh', ['-c', '"$NODE" --input-type=module -e "$CODE"; exit $?'], { stdio: 'inherit' })`,
  ],
  ['npm', `spawn(process.env.NODE, ['--input-type=module', '-e', process.env.CODE], { stdio: 'inherit' })`],
])('%s killed with SIGKILL ends the child too', async (_who, startIt) => {
  const npm = spawn(process.execPath, ['-e', `const { spawn } = require('node:child_process'); ${startIt}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE: process.execPath, CODE: parentCode(server), npm_lifecycle_event: 'start' },
  });
  onTestFinished(() => void npm.kill('SIGKILL'));
  const lines = createInterface({ input: npm.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('up');
  npm.kill('SIGKILL');
  expect((await lines.next()).value).toBe('stopped by SIGTERM');
});
