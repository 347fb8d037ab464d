/** How long a step waits: much longer than a quiet machine takes, because a busy one may be slow. */
export const patienceMilliseconds = 90_000;
