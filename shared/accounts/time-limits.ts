// Time limits of an account, for server and web. Without schemas, so that every page may load them.

/** How long an account whose owner has asked for its deletion can still be restored. */
export const deletionGraceDays = 14;

/**
 * How long after a release, which may turn out to be a mistake, we still keep what its owner wanted to have deleted when they die.
 */
export const releaseUndoDays = 30;

/** How long the change of an address can be undone. */
export const emailChangeUndoHours = 72;

/** When an inactive person is warned, and then signed out. */
export const sessionIdleMinutes = 20;
export const sessionWarningMinutes = 2;
export const sessionKeepAliveMinutes = 5;

/**
 * A page sets this header to `1` on requests that nobody caused by doing something, such as those after an event of the
 * change stream. They do not prolong the session.
 */
export const backgroundHeader = 'x-background';
