/** When somebody who does nothing is signed out, on both sides. Without schemas, so that every page may load it. */
export const sessionIdleMinutes = 20;
export const sessionWarningMinutes = 2;
export const sessionKeepAliveMinutes = 5;
