/** Runs before each test file. */
import { closeAtEndOfFile } from './end-of-file.ts';
import { failOnConsoleError } from './fail-on-console-error.ts';
import { hashQuickly } from './password-cost.ts';

hashQuickly();
closeAtEndOfFile();
failOnConsoleError();
