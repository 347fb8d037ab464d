import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

/** A test in which anything calls `console.error` fails, with what was said: React's warnings and forgotten rejections speak there. */
export function failOnConsoleError(): void {
  const said: string[] = [];
  console.error = (...args: unknown[]) => {
    said.push(format(...args));
  };
  const failIfSaid = () => {
    if (said.length === 0) return;
    const messages = said.splice(0).join('\n');
    throw new Error(`console.error was called:\n${messages}`);
  };
  afterEach(failIfSaid);
  afterAll(failIfSaid);
}
