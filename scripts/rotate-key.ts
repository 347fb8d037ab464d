/**
 * `npm run rotate-key`: seals with APP_SECRET what is still sealed with one of APP_SECRET_PREVIOUS, while the product runs or
 * not. Exits with 1 where something could not be opened; it is left as it was, and named.
 */
import { readConfig } from '../server/platform/config.ts';
import { createLog } from '../server/platform/log.ts';
import { rotateKey } from '../server/rotate-key.ts';
import { openServices } from '../server/services.ts';

const config = readConfig(process.env);
const { services, close } = await openServices({ ...config, role: 'web' }, createLog('warn'));
try {
  const unopened = await rotateKey(services, (line) => process.stdout.write(`${line}\n`));
  process.stdout.write(
    unopened > 0
      ? `${unopened} values could not be opened: keep APP_SECRET_PREVIOUS, and add the secret that is missing.\n`
      : 'Everything is sealed with APP_SECRET.\n',
  );
  process.exitCode = unopened > 0 ? 1 : 0;
} finally {
  await close(1);
}
