export interface S3Options {
  bucket: string;
  region: string;
  /** A server other than Amazon's, such as `http://127.0.0.1:9000`; its buckets are addressed by path. */
  endpoint?: string | undefined;
  /** Without the two keys, the SDK searches its usual places: environment, profile, machine role. */
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  /** For local copies. */
  tempDir: string;
  timeouts?: Partial<S3Timeouts> | undefined;
}

export interface S3Timeouts {
  connectMs: number;
  /** From the first byte of a request to the head of the response; per attempt. */
  answerMs: number;
  /** The same where nothing is written: all attempts together end before a proxy or browser gives up. */
  readAnswerMs: number;
  /** Without a byte in either direction, while a response is read. */
  idleMs: number;
}
