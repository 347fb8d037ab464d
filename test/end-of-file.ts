import { afterAll, vi } from 'vitest';

const closings: (() => Promise<void>)[] = [];

/**
 * Closes something when the test file that is running ends, wherever it was opened: at the top, in a hook or in a test,
 * where `afterAll` itself would come too late and never be called. The worker process lives on.
 */
export function atEndOfFile(close: () => Promise<void>): void {
  closings.push(close);
}

export function closeAtEndOfFile(): void {
  afterAll(async () => {
    // A component that is loaded when it is shown may still be loading: cut off here, it would fail the next file that needs it.
    await vi.dynamicImportSettled();
    for (const close of closings.splice(0).reverse()) await close();
  });
}
