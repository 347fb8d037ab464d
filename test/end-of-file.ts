import { afterAll, vi } from 'vitest';

const closings: (() => Promise<void>)[] = [];

/**
 * Closes something when the current test file ends, wherever it was opened: at the top level, in a hook or in
 * a test, where `afterAll` itself would be too late and never be called. The worker process continues.
 */
export function atEndOfFile(close: () => Promise<void>): void {
  closings.push(close);
}

export function closeAtEndOfFile(): void {
  afterAll(async () => {
    // A lazily loaded component may still be loading: if cut off here, it would fail in the next file that needs it.
    await vi.dynamicImportSettled();
    for (const close of closings.splice(0).reverse()) await close();
  });
}
