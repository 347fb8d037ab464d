import type { BrowserContext } from 'playwright-core';
import { expect } from 'vitest';

export interface ConsoleWatch {
  /** Something that is part of this journey, such as a refused request; it must then happen. */
  expect(message: RegExp): void;
  /** Something that may or may not happen, depending on timing. */
  allow(message: RegExp): void;
  /** What was reported and is not expected. */
  problems(): string[];
  /** Fails if the pages reported anything else, or did not report what was expected. */
  check(): Promise<void>;
}

/** Collects the errors in the console of `context`'s pages: scripts that fail, refused requests, violations of the content security policy. */
export function watchConsole(context: BrowserContext): ConsoleWatch {
  const problems: string[] = [];
  const expected: RegExp[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (event) => problems.push(String(event.error().stack)));
  const unexpected = () =>
    problems.filter((problem) => ![...expected, ...allowed].some((message) => message.test(problem)));
  const missing = () => expected.filter((message) => !problems.some((problem) => message.test(problem)));
  return {
    expect: (message) => expected.push(message),
    allow: (message) => allowed.push(message),
    problems: unexpected,
    async check() {
      // A page may show what followed from an error before we hear of the error.
      await expect.poll(missing, { message: 'expected errors that did not come' }).toEqual([]);
      expect(unexpected(), 'errors in the console').toEqual([]);
    },
  };
}
