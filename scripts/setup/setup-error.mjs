/** Something a person can mend, said in one sentence: it is printed without a stack. */
export class SetupError extends Error {}
