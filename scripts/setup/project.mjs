import { fileURLToPath } from 'node:url';

/** The project folder; all commands run in it, wherever they were called from. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
