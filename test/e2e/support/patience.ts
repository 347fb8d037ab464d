/** How long a step waits for what it needs: much longer than a quiet machine takes, since a busy one may be slow. */
export const patienceMilliseconds = 90_000;
