interface LogMethod {
  (message: string): void;
  (details: object, message: string): void;
}

/** The part of a logger that this folder needs; a pino logger fits. */
export interface PlatformLog {
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
}
