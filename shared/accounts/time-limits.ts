// Time limits for an account, for the server and the web. Without schemas, so that every page may load them.

/** For how long an account can be restored after its owner requested its deletion. */
export const deletionGraceDays = 14;

/**
 * For how long after a release, which may turn out to be a mistake, we still keep what its owner wanted deleted when they die.
 */
export const releaseUndoDays = 30;

/** For how long a change of address can be undone. */
export const emailChangeUndoHours = 72;

/** After how long an inactive person is warned, and then signed out. */
export const sessionIdleMinutes = 20;
export const sessionWarningMinutes = 2;
export const sessionKeepAliveMinutes = 5;

/**
 * A page sets this header to `1` on requests that do not come from somebody's activity, such as those after
 * an event of the change stream. They do not extend the session.
 */
export const backgroundHeader = 'x-background';
