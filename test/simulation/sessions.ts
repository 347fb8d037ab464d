import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool } from 'pg';
import type { Database } from '../../server/platform/database.ts';
import type { Stage } from './stage.ts';
import { type Actor, compare } from './steps.ts';

/** The database as one process of the product sees it. */
export interface Sessions {
  db: Database;
  pool: Pool;
  /** Opens some, so that none has to be waited for later. */
  warmUp(): Promise<void>;
  /** How many are in use. */
  inUse(): number;
  /** Whether one is being opened. */
  isConnecting(): boolean;
  /** Lets `terminate` end all that are open, and resolves once each has heard of it; until then none is given out. */
  end(terminate: (pids: number[]) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  url: string;
  stage: Stage;
  actor: Actor;
  /** The time that sessions are to be told, as ISO 8601. */
  time(): string;
}

const connections = 16;
/** As many as were ever seen in use are opened at once: a step that waited for a connection would come at another time in each run. */
const usualConnections = 3;

/** A pool whose statements are steps on the stage, and whose sessions live at the time of the simulation. */
export function openSessions({ url, stage, actor, time }: Options): Sessions {
  const open = new Set<SteppedClient>();
  let connecting = 0;

  class SteppedClient extends Client {
    #toldTime = '';
    /** A transaction that has been asked for. It begins with its first statement: until then it sees and holds nothing. */
    #beginning: unknown[] | undefined;

    override connect(...parameters: unknown[]): never {
      connecting += 1;
      const settled = () => {
        connecting -= 1;
        for (const event of ['connect', 'error', 'end']) this.removeListener(event, settled);
      };
      for (const event of ['connect', 'error', 'end']) this.once(event, settled);
      // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's connect cannot be passed on.
      return (super.connect as any)(...parameters) as never;
    }

    override query(...parameters: unknown[]): never {
      const callback = parameters.findIndex((parameter) => typeof parameter === 'function');
      if (callback === -1) return this.#stepped(parameters) as never;
      const answer = parameters[callback] as (error: unknown, result?: unknown) => void;
      void this.#stepped(parameters.slice(0, callback)).then(
        (result) => answer(null, result),
        (error: unknown) => answer(error),
      );
      return undefined as never;
    }

    async #stepped(parameters: unknown[]): Promise<unknown> {
      const label = labelOf(parameters[0]);
      if (label === 'begin') {
        this.#beginning = parameters;
        return undefined;
      }
      return stage.step(actor, label, () => this.#ask(parameters), {
        session: this.pid,
        details: () => JSON.stringify(parameters),
      });
    }

    /** What goes before a statement goes at once: the time, if it has moved, and the beginning of a transaction. */
    async #ask(parameters: unknown[]): Promise<unknown> {
      const now = time();
      const first = [
        ...(this.#toldTime === now ? [] : [timeIs(now)]),
        ...(this.#beginning ? [textOf(this.#beginning[0])] : []),
      ];
      this.#toldTime = now;
      this.#beginning = undefined;
      if (first.length > 0) await this.#send([first.join('; ')]);
      // With a transaction that comes to nothing the time goes back to what was told before it.
      if (labelOf(parameters[0]) === 'rollback') this.#toldTime = '';
      return inOrder(parameters[0], await this.#send(planned(parameters)));
    }

    #send(parameters: unknown[]): Promise<unknown> {
      // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's query cannot be passed on.
      return (super.query as any)(...parameters) as Promise<unknown>;
    }

    /** pg's pool would hand the end of a connection to code that waits for it; that of a dead process never hears of it. */
    override emit(event: string | symbol, ...values: unknown[]): boolean {
      return event === 'error' && !actor.isAlive
        ? false
        : super.emit(event as 'error', ...(values as [Error]));
    }

    get pid(): number | undefined {
      return 'processID' in this && typeof this.processID === 'number' ? this.processID : undefined;
    }
  }

  let ending: Promise<unknown> | undefined;
  class HeldPool extends Pool {
    override connect(...parameters: unknown[]): never {
      // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's connect cannot be passed on.
      const connect = () => (super.connect as any)(...parameters);
      return (ending ? ending.then(connect) : connect()) as never;
    }
  }

  const pool: Pool = new HeldPool({
    connectionString: url,
    options: sessionOptions,
    max: connections,
    idleTimeoutMillis: 0,
    Client: SteppedClient,
  });
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (client instanceof SteppedClient) open.add(client);
    client.once('end', () => client instanceof SteppedClient && open.delete(client));
  });
  pool.on('error', () => undefined);
  return {
    pool,
    db: drizzle(pool),
    async warmUp() {
      const clients = await Promise.all(Array.from({ length: usualConnections }, () => pool.connect()));
      for (const client of clients) client.release();
    },
    inUse: () => pool.totalCount - pool.idleCount,
    isConnecting: () => connecting > 0,
    async end(terminate) {
      const clients = [...open];
      const heard = clients.map((client) => new Promise<void>((resolve) => client.once('end', resolve)));
      ending = Promise.all([terminate(clients.flatMap(({ pid }) => pid ?? [])), ...heard]);
      await ending;
      ending = undefined;
    },
    close: () => pool.end(),
  };
}

/** Statements find `random()` of the world first, and not PostgreSQL's own. */
export const sessionOptions = '-c plan_cache_mode=force_generic_plan -c search_path=public,pg_catalog';

/** Tells a session the time. */
export function timeIs(now: string): string {
  return `set long_after.now = '${now}'`;
}

/** Rows that are read without an order come in a different one in each run; here they are sorted by their contents. */
function inOrder(statement: unknown, answer: unknown): unknown {
  const rows = (answer as { rows?: unknown[] } | undefined)?.rows ?? [];
  if (rows.length < 2 || /order by/i.test(textOf(statement))) return answer;
  const keyed = rows.map((row) => ({ row, key: JSON.stringify(row) }));
  keyed.sort((one, other) => compare(one.key, other.key));
  return Object.assign(answer as object, { rows: keyed.map(({ row }) => row) });
}

const names = new Map<string, string>();

/** PostgreSQL takes longer to plan most statements than to perform them: each session keeps the plans of those that it has seen. */
function planned([statement, ...rest]: unknown[]): unknown[] {
  const query = typeof statement === 'string' ? { text: statement } : (statement as { text: string });
  const isKept = /^\s*(select|insert|update|delete|with)\s/i.test(query.text) && !query.text.includes(';');
  if (!isKept) return [statement, ...rest];
  const name = names.get(query.text) ?? `kept ${names.size}`;
  names.set(query.text, name);
  return [{ ...query, name }, ...rest];
}

/** The ends of transactions by name, since that is where it matters most whether a process dies. */
function labelOf(statement: unknown): string {
  const [first = ''] = textOf(statement).trimStart().split(/\s/, 1);
  return first.toLowerCase();
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : ((statement as { text?: string })?.text ?? '');
}
