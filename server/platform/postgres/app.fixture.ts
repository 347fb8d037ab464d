// A small process that uses the embedded database: prints its URL, and on a signal queries it once more before
// exiting.
import { Client } from 'pg';
import { destination, pino } from 'pino';
import { joinEmbeddedPostgres } from './embedded-postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
const log = pino(destination({ dest: 2, sync: true }));

try {
  const server = await joinEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
  const drain = async () => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query('select 1');
    await client.end();
    process.stdout.write('drained\n');
    await server.leave();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void drain());
  process.stdout.write(`${server.url}\n`);
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
