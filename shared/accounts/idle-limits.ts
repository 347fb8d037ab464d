/** When somebody who does nothing is signed out, on both sides. Without schemas, so that every page may load it. */
export const sessionIdleMinutes = 20;
export const sessionWarningMinutes = 2;
export const sessionKeepAliveMinutes = 5;

/**
 * A page says `1` in this header of what it reads without anybody doing something, as after an announcement of the
 * change stream. Such a request does not put off the idle end.
 */
export const backgroundHeader = 'x-background';
