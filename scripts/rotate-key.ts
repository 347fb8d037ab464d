import { print, readOptions, runWithServices } from '../server/command.ts';
import { rotateKey } from '../server/rotate-key.ts';

const usage = 'Use: npm run rotate-key, without anything after it';

/** `npm run rotate-key`: re-encrypts data of an APP_SECRET_PREVIOUS with APP_SECRET. Names values that no secret decrypts, leaves them as they are, and exits with 1. */
await runWithServices(async (services) => {
  readOptions({}, usage);
  const unopened = await rotateKey(services, print);
  print(
    unopened > 0
      ? `${unopened} values could not be opened: keep APP_SECRET_PREVIOUS, and add the secret that is missing.`
      : 'Everything is sealed with APP_SECRET.',
  );
  return unopened > 0 ? 1 : 0;
});
