/** A problem the user can fix, described in one sentence; printed without a stack trace. */
export class SetupError extends Error {}
