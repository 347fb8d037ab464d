const lockName = 'token-renewal';
/** Only pages that came by HTTPS, or from this machine, have locks. */
const locks: LockManager | undefined = navigator.locks;

/**
 * Runs a request that gives this session another token, and stores that token. The server announces the change, and refuses the
 * old token, a moment before its answer arrives: until then no tab of this browser acts on either.
 */
export function renewToken<Result>(renew: () => Promise<Result>): Promise<Result> {
  return locks ? locks.request(lockName, renew) : renew();
}

/** Resolves once no tab of this browser renews the token. */
export async function afterTokenRenewal(): Promise<void> {
  await locks?.request(lockName, { mode: 'shared' }, () => undefined);
}
