/** Node options for a process that runs server code. */
export const loaderOptions = ['--import', './server/platform/tsx-loader.mjs'];

/**
 * The same for the server itself. By default V8 lets the young generation grow to 128 MB while the modules load, and
 * never shrinks it.
 */
export const serverOptions = ['--max-semi-space-size=16', ...loaderOptions];
