import type { BrowserContext } from 'playwright-core';
import { expect } from 'vitest';

export interface ConsoleWatch {
  /** Something that belongs to this journey, such as a refused request; it must then happen. */
  expect(message: RegExp): void;
  /** Something that may happen or not, depending on which of two is quicker. */
  allow(message: RegExp): void;
  /** What was complained of and is not expected. */
  complaints(): string[];
  /** Fails if the pages complained of anything else, or did not complain of what was expected. */
  check(): void;
}

/** Hears what the pages of `context` write to their console as errors: faults of scripts, refused requests, violations of the content security policy. */
export function watchConsole(context: BrowserContext): ConsoleWatch {
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (event) => complaints.push(String(event.error().stack)));
  const unexpected = () =>
    complaints.filter((complaint) => ![...expected, ...allowed].some((message) => message.test(complaint)));
  return {
    expect: (message) => expected.push(message),
    allow: (message) => allowed.push(message),
    complaints: unexpected,
    check() {
      expect(unexpected(), 'what the pages complained of').toEqual([]);
      const missing = expected.filter((message) => !complaints.some((complaint) => message.test(complaint)));
      expect(missing, 'expected of the pages in vain').toEqual([]);
    },
  };
}
