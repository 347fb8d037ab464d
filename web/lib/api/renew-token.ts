import { locks, renewalLock } from './token-renewal.ts';

/**
 * Runs a request that gives this session another token, and stores that token. The server announces the change, and refuses the
 * old token, a moment before its answer arrives: until then no tab of this browser acts on either.
 */
export function renewToken<Result>(renew: () => Promise<Result>): Promise<Result> {
  return locks ? locks.request(renewalLock, renew) : renew();
}
