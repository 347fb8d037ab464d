/**
 * Every command of package.json goes through here: `node scripts/setup.mjs <command>`. It needs only Node 20 and npm: it
 * installs the packages if they are missing or outdated, and continues with the Node among them, on which the product runs.
 */
import { commands } from './setup/commands.mjs';
import { SetupError } from './setup/project.mjs';

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];

if (!command) {
  console.error(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`);
  process.exit(2);
}

try {
  process.exitCode = await command(args);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
