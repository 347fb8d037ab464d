/** What Node is told for a process that runs server code. */
export const loaderOptions = ['--import', './server/platform/tsx-loader.mjs'];

/**
 * The same for the server itself. Left alone, V8 lets the space for young objects grow to 128 MB while the modules load, and
 * keeps it.
 */
export const serverOptions = ['--max-semi-space-size=16', ...loaderOptions];
