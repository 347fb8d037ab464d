/** A mailbox on an IMAP server (RFC 9051). It is only read: no message is changed, marked or deleted. */
export interface ImapMailbox {
  /** Server, user and folder, without the password. */
  readonly name: string;
  /** Connects, passes the open mailbox to `work`, and disconnects whatever happens. Throws MailboxError if the server cannot be used. */
  read<T>(work: (opened: OpenMailbox) => Promise<T>): Promise<T>;
  /** Resolves if the mailbox can be opened; throws MailboxError. */
  check(): Promise<void>;
}

export interface OpenMailbox {
  /** As long as this does not change, a UID identifies the same message. */
  uidValidity: bigint;
  /** The UIDs above `uid`, in order. */
  uidsAfter(uid: number): Promise<number[]>;
  /** The message, or its first `maxBytes`; undefined if it is gone. Throws MailboxError if the connection is lost. */
  fetch(uid: number, maxBytes: number): Promise<Buffer | undefined>;
}

/** The server cannot be reached, has hung up or is silent, or (`isRefusal`) does not accept the settings. The error message contains no address. */
export class MailboxError extends Error {
  override readonly name = 'MailboxError';
  readonly isRefusal: boolean;
  constructor(
    message: string,
    { isRefusal = false, ...options }: ErrorOptions & { isRefusal?: boolean } = {},
  ) {
    super(message, options);
    this.isRefusal = isRefusal;
  }
}
