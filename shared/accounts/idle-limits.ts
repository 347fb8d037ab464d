// When an inactive person is signed out, for server and web. Without schemas, so that every page may load it.

export const sessionIdleMinutes = 20;
export const sessionWarningMinutes = 2;
export const sessionKeepAliveMinutes = 5;

/**
 * A page sets this header to `1` on requests that nobody caused by doing something, such as those after an event of the
 * change stream. They do not prolong the session.
 */
export const backgroundHeader = 'x-background';
