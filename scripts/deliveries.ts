/**
 * `npm run deliveries -- <command>`: looks after the deliveries of the installation that the settings name, while it runs
 * or not. Without a known command it says which there are.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import {
  type Hold,
  holdDeliveries,
  openHolds,
  releaseDeliveries,
} from '../server/features/delivery/holds/holds.ts';
import { readConfig } from '../server/platform/config.ts';
import type { Services } from '../server/platform/context.ts';
import { inTransaction } from '../server/platform/database.ts';
import { createLog } from '../server/platform/log.ts';
import { openServices } from '../server/services.ts';

interface Command {
  usage: string;
  does: string;
  run(services: Services, args: string[]): Promise<void>;
}

const commands: Record<string, Command> = {
  status: { usage: 'status', does: 'says whether deliveries are held, and why', run: printStatus },
  hold: { usage: 'hold "why"', does: 'holds all deliveries from now on', run: hold },
  release: { usage: 'release ["note"]', does: 'ends every hold: what is due goes out at once', run: release },
};

const by = `command:${userInfo().username}`;

async function printStatus({ db }: Services): Promise<void> {
  const holds = await openHolds(db);
  if (holds.length === 0) print('Deliveries are not held.');
  for (const each of holds) print(describe(each));
}

async function hold(services: Services, args: string[]): Promise<void> {
  const message = onlyArgument(args);
  if (!message) throw new Error('Say why, for whoever comes after you: npm run deliveries -- hold "why"');
  const isNew = await inTransaction(services.db, (tx) =>
    holdDeliveries(tx, services, { reason: 'by-hand', message }),
  );
  print(isNew ? 'All deliveries are held, until: npm run deliveries -- release' : 'They were held already:');
  if (!isNew) await printStatus(services);
}

async function release(services: Services, args: string[]): Promise<void> {
  const note = onlyArgument(args);
  const released = await inTransaction(services.db, (tx) => releaseDeliveries(tx, services, { by, note }));
  if (released.length === 0) print('Deliveries were not held.');
  for (const each of released) print(`Released: ${describe(each)}`);
}

function describe({ heldAt, reason, message }: Hold): string {
  return `held since ${heldAt.toISOString()} (${reason}): ${message}`;
}

/** Throws at options, and at a sentence that was not put in quotation marks. */
function onlyArgument(args: string[]): string | undefined {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.length > 1) throw new Error('Put the text in quotation marks.');
  return positionals[0];
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main([name = '', ...args]: string[]): Promise<void> {
  const command = commands[name];
  if (!command) {
    for (const { usage, does } of Object.values(commands))
      print(`npm run deliveries -- ${usage.padEnd(20)} ${does}`);
    process.exitCode = 2;
    return;
  }
  const config = readConfig(process.env);
  const { services, close } = await openServices({ ...config, role: 'web' }, createLog('warn'));
  try {
    await command.run(services, args);
  } finally {
    await close(1);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
