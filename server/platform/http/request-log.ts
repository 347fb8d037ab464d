import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Services } from '../context.ts';
import { withoutTokens } from '../log.ts';

/**
 * Each log line of a request carries the request's id. Creating pino's child logger costs a third of what a small
 * response costs in total, and hardly any request logs anything, so it is created with the first line.
 */
export function logRequestsLazily(app: FastifyInstance): void {
  app.setChildLoggerFactory((logger, bindings, options) => new LazyLog(logger, bindings, options));
}

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
type Bindings = Record<string, unknown>;
type ChildOptions = Parameters<FastifyBaseLogger['child']>[1];

class LazyLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: ChildOptions;
  #log: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: ChildOptions) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get level() {
    return this.#made().level;
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }

  error(...line: unknown[]): void {
    this.#write('error', line);
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }

  info(...line: unknown[]): void {
    this.#write('info', line);
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }

  silent(): void {}

  child(bindings: Bindings, options?: ChildOptions): FastifyBaseLogger {
    return this.#made().child(bindings, options);
  }

  #write(level: Level, line: unknown[]): void {
    const log = this.#made();
    Reflect.apply(log[level], log, line);
  }

  #made(): FastifyBaseLogger {
    this.#log ??= this.#parent.child(this.#bindings, this.#options);
    return this.#log;
  }
}

/** The logger for requests, which removes tokens from their URLs. */
export function requestLog(log: Services['log']): FastifyBaseLogger {
  return log.child(
    {},
    {
      serializers: {
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          url: withoutTokens(request.url),
        }),
      },
    },
  );
}
