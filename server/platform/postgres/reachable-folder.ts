// Finds a folder that PostgreSQL's account can reach, for when it cannot traverse the path to the one we were given.
import { chmod, mkdir } from 'node:fs/promises';
import { canEnter } from './operating-user.ts';
import type { OperatingUser } from './run-program.ts';
import { DatabaseStartError } from './start-error.ts';

// Places that survive a reboot; a temporary folder would not.
const LASTING_PLACES = ['/var/lib/long-after', '/usr/local/var/long-after', '/opt/long-after'];

/**
 * The first permanent place that can be created and that `user` can enter. `unreachable` is named in the error when
 * there is none.
 */
export async function makeReachablePlace(user: OperatingUser, unreachable: string): Promise<string> {
  for (const place of LASTING_PLACES) {
    const made = await mkdir(place, { recursive: true })
      .then(() => chmod(place, 0o755))
      .then(() => canEnter(user, place))
      .catch(() => false);
    if (made) return place;
  }
  throw new DatabaseStartError(
    `PostgreSQL runs as the account ${user.name}, which cannot reach ${unreachable}, nor could any of ` +
      `${LASTING_PLACES.join(', ')} be made for it. Set DATA_DIR to a folder that account can reach.`,
  );
}
