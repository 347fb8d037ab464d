interface LogMethod {
  (message: string): void;
  (details: object, message: string): void;
}

/** What this folder needs of a logger; a pino logger fits. */
export interface PlatformLog {
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
}
