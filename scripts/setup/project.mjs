import { fileURLToPath } from 'node:url';

/** The project folder; all commands run in it, wherever they were called from. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** A problem the user can fix, described in one sentence; printed without a stack trace. */
export class SetupError extends Error {}

/** Node options for a process that runs server code. */
export const loaderOptions = ['--import', './server/platform/tsx-loader.mjs'];

/**
 * The same for the server itself. By default V8 lets the young generation grow to 128 MB while the modules load. Once
 * it has started, the server asks for a garbage collection.
 */
export const serverOptions = ['--max-semi-space-size=16', '--expose-gc', ...loaderOptions];
