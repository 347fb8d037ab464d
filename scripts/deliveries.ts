/**
 * `npm run deliveries -- <command>`: manages the deliveries of the installation in the settings, whether or
 * not it is running. Without a known command it lists the commands.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { eq, inArray } from 'drizzle-orm';
import { print, runWithServices } from '../server/command.ts';
import { recordBounce } from '../server/features/delivery/deliveries/bounces/bounces.ts';
import { deliveryQueue } from '../server/features/delivery/deliveries/deliveries.table.ts';
import { retryDeliveries } from '../server/features/delivery/deliveries/deliveries.ts';
import {
  type Hold,
  holdDeliveries,
  openHolds,
  releaseDeliveries,
} from '../server/features/delivery/deliveries/holds/holds.ts';
import {
  listOpenActs,
  setOpenActsAside,
} from '../server/features/delivery/deliveries/logged-acts/logged-acts.ts';
import { makeNewLinks } from '../server/features/delivery/deliveries/send/new-links.ts';
import { listDeliveries } from '../server/features/delivery/deliveries/staff/list-for-staff.ts';
import type { Services } from '../server/platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../server/platform/database.ts';
import { OperatorError } from '../server/platform/errors.ts';
import { DeliveryState } from '../shared/delivery/schedules.ts';
import { Id } from '../shared/values.ts';

interface Command {
  usage: string;
  does: string;
  run(services: Services, args: string[]): Promise<void>;
}

const commands: Record<string, Command> = {
  status: { usage: 'status', does: 'says whether deliveries are held, and why', run: printStatus },
  hold: { usage: 'hold "why"', does: 'holds all deliveries from now on', run: hold },
  release: {
    usage: 'release ["note"] [--despite-open]',
    does: 'ends every hold: what is due goes out at once',
    run: release,
  },
  list: {
    usage: 'list [--state failed]',
    does: 'lists deliveries in a state; without one, those that wait for somebody',
    run: list,
  },
  retry: { usage: 'retry <id>… | --all-failed', does: 'tries once more to send what stopped', run: retry },
  bounced: {
    usage: 'bounced <id> <address> "reply"',
    does: 'records that a mail came back later',
    run: bounced,
  },
  'new-links': {
    usage: 'new-links [<id>…]',
    does: 'makes new links for what has not left, after LINK_SECRET was lost',
    run: newLinks,
  },
};

const by = `command:${userInfo().username}`;

async function printStatus({ db }: Services): Promise<void> {
  const holds = await openHolds(db);
  if (holds.length === 0) print('Deliveries are not held.');
  for (const each of holds) print(describe(each));
  for (const line of await describeOpen(db)) print(`to be done again: ${line}`);
}

async function hold(services: Services, args: string[]): Promise<void> {
  const message = onlyArgument(args);
  if (!message)
    throw new OperatorError('Say why, for whoever comes after you: npm run deliveries -- hold "why"');
  const isNew = await inTransaction(services.db, (tx) =>
    holdDeliveries(tx, services, { reason: 'by-hand', message, by }),
  );
  print(isNew ? 'All deliveries are held, until: npm run deliveries -- release' : 'They were already held:');
  if (!isNew) await printStatus(services);
}

async function release(services: Services, args: string[]): Promise<void> {
  const isDespiteOpen = args.includes('--despite-open');
  const note = onlyArgument(args.filter((arg) => arg !== '--despite-open'));
  const released = await inTransaction(services.db, async (tx) => {
    if (isDespiteOpen) await setOpenActsAside(tx, services, by);
    else await refuseWhileOpen(tx);
    return releaseDeliveries(tx, services, { by, note });
  });
  if (released.length === 0) print('Deliveries were not held.');
  for (const each of released) print(`Released: ${describe(each)}`);
}

async function refuseWhileOpen(tx: Tx): Promise<void> {
  const lines = await describeOpen(tx);
  if (lines.length === 0) return;
  throw new OperatorError(
    `After the backup this was done, and has not been done again:\n${lines.join('\n')}\nSee "After a restore" in docs/operations.md.`,
  );
}

/** A line for each act that is missing here. */
async function describeOpen(db: Queryable): Promise<string[]> {
  const open = await listOpenActs(db);
  return open.map(({ at, kind, ownerId }) => `${at.toISOString()}  ${kind}  account ${ownerId}`);
}

const mostListed = 1000;

async function list({ db }: Services, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { state: { type: 'string' } } });
  const states = values.state ? [stateOf(values.state)] : (['waiting', 'failed'] as const);
  const rows = await listDeliveries(db, { states, limit: mostListed });
  for (const { id, status, waitingReason, dueAt, attemptCount, errorMessage } of rows)
    print(
      [
        id,
        waitingReason ?? status,
        `due ${dueAt.toISOString()}`,
        `${attemptCount} attempts`,
        errorMessage ?? '',
      ].join('  '),
    );
  print(
    rows.length < mostListed
      ? `Deliveries: ${rows.length}`
      : `These are the first ${mostListed}; there may be more.`,
  );
}

async function retry(services: Services, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'all-failed': { type: 'boolean' } },
  });
  const ids = positionals.map(idOf);
  if (!values['all-failed'] && ids.length === 0)
    throw new OperatorError('Say which: their ids, or --all-failed.');
  const which = values['all-failed'] ? eq(deliveryQueue.status, 'failed') : inArray(deliveryQueue.id, ids);
  const retried = await retryDeliveries(services, which, by);
  print(`Deliveries that are tried again: ${retried.length}`);
}

async function bounced(services: Services, [id, address, message, ...more]: string[]): Promise<void> {
  if (!id || !address || !message || more.length > 0)
    throw new OperatorError(
      'Give the id, the address, and what the mail system replied, in quotation marks.',
    );
  const isNew = await recordBounce(services, { deliveryId: idOf(id), address, message });
  print(
    isNew
      ? 'Recorded. Its owner is asked, or it goes to a newer address.'
      : 'Nothing changes: its link was opened, or it went to another address.',
  );
}

async function newLinks(services: Services, args: string[]): Promise<void> {
  // After a restore the send log may still show that some of them have left.
  if ((await openHolds(services.db)).length > 0)
    throw new OperatorError('Deliveries are held. Release them first: npm run deliveries -- release');
  print(`Deliveries that have a new link: ${await makeNewLinks(services, args.map(idOf))}`);
}

function idOf(text: string): string {
  if (!Id.safeParse(text).success) throw new OperatorError(`“${text}” is not the id of a delivery.`);
  return text;
}

function stateOf(text: string): DeliveryState {
  const { success, data } = DeliveryState.safeParse(text);
  if (!success) throw new OperatorError(`There are these states: ${DeliveryState.options.join(', ')}.`);
  return data;
}

function describe({ heldAt, reason, message }: Hold): string {
  return `held since ${heldAt.toISOString()} (${reason}): ${message}`;
}

/** Throws if there are options, or a sentence that was not put in quotation marks. */
function onlyArgument(args: string[]): string | undefined {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.length > 1) throw new OperatorError('Put the text in quotation marks.');
  return positionals[0];
}

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
if (command) {
  await runWithServices(async (services) => {
    await command.run(services, args);
    return 0;
  });
} else {
  for (const { usage, does } of Object.values(commands))
    print(`npm run deliveries -- ${usage.padEnd(32)} ${does}`);
  process.exitCode = 2;
}
