/** Runs before each test file. */
import { closeAtEndOfFile } from './end-of-file.ts';
import { failOnConsoleError } from './fail-on-console-error.ts';
import { hashQuickly } from './password-cost.ts';
import { repeatProperties } from './random-orders.ts';

hashQuickly();
closeAtEndOfFile();
failOnConsoleError();
await repeatProperties();
