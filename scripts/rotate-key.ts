import { print, runWithServices } from '../server/command.ts';
import { rotateKey } from '../server/rotate-key.ts';

/** `npm run rotate-key`: re-encrypts with APP_SECRET what is encrypted with one of APP_SECRET_PREVIOUS. Exits with 1 if no secret decrypts a value; it is named, and left as it was. */
await runWithServices(async (services) => {
  const unopened = await rotateKey(services, print);
  print(
    unopened > 0
      ? `${unopened} values could not be opened: keep APP_SECRET_PREVIOUS, and add the secret that is missing.`
      : 'Everything is sealed with APP_SECRET.',
  );
  return unopened > 0 ? 1 : 0;
});
