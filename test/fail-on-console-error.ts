import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

/** A test fails if anything calls `console.error`, and shows the message: React's warnings and unhandled rejections end up there. */
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
