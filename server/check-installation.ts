import { confirmSecrets, confirmStore } from './features/system/installation/installation.ts';
import { filesOf } from './features/system/stored-files/stored-files.ts';
import type { Services } from './platform/context.ts';
import { OperatorError } from './platform/errors.ts';
import { faultOf } from './start-checks.ts';
import { storedFileKinds } from './wiring.ts';

type InstallationServices = Pick<Services, 'db' | 'appSecret' | 'storage' | 'mirror' | 'log'>;

/**
 * Checks that database, file store, mirror and secrets belong together. Throws OperatorError if they do not; if a store does
 * not answer, that is only logged, since it is asked again before anything is erased.
 */
export async function checkInstallation(services: InstallationServices): Promise<void> {
  const error = await faultOf(() => confirmStore(services, filesOf(storedFileKinds)));
  if (error instanceof OperatorError) throw error;
  if (error)
    services.log.warn(
      { reason: error.message },
      'whether the files belong to this database was not found out',
    );
  await confirmSecrets(services);
}
