/**
 * `npm run sunset -- <command>`: ends the service as its operator has announced, step by step. Without a
 * command it says what is announced and what is left to do.
 */
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { print, runWithServices } from '../server/command.ts';
import { close } from '../server/features/home/sunset/close.ts';
import {
  announce,
  type Preview,
  previewClosing,
  readStatus,
  type Status,
  withdraw,
} from '../server/features/home/sunset/sunset.ts';
import type { Services } from '../server/platform/context.ts';
import { OperatorError } from '../server/platform/errors.ts';
import { formatDay } from '../shared/dates.ts';
import { CalendarDay } from '../shared/values.ts';

interface Command {
  usage: string;
  does: string;
  run(services: Services, args: string[]): Promise<void>;
}

const commands: Record<string, Command> = {
  announce: {
    usage: 'announce --on <YYYY-MM-DD> [--yes]',
    does: 'says what announcing this last day would do; with --yes, does it',
    run: runAnnounce,
  },
  withdraw: {
    usage: 'withdraw --yes',
    does: 'withdraws the announcement, and tells everybody who had been told',
    run: runWithdraw,
  },
  close: {
    usage: 'close --to <folder> [--leave-open]',
    does: 'on the last day or later: writes what was given as static files, and ends all deliveries',
    run: runClose,
  },
};

const by = `command:${userInfo().username}`;

async function runAnnounce(services: Services, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { on: { type: 'string' }, yes: { type: 'boolean' } } });
  const { success, data: lastDay } = CalendarDay.safeParse(values.on);
  if (!success) throw new OperatorError('Name the last day: npm run sunset -- announce --on 2030-01-31');
  const preview = await previewClosing(services, lastDay);
  for (const line of describePreview(preview, lastDay)) print(line);
  if (!values.yes) return print('Nothing was done. The same with --yes announces it.');
  const told = await announce(services, { lastDay, by });
  print(`Announced. Messages written: ${told}.`);
}

async function runWithdraw(services: Services, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { yes: { type: 'boolean' } } });
  if (!values.yes)
    throw new OperatorError(
      'This tells everybody that the service goes on: npm run sunset -- withdraw --yes',
    );
  print(`Withdrawn. Messages written: ${await withdraw(services, by)}.`);
}

async function runClose(services: Services, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { to: { type: 'string' }, 'leave-open': { type: 'boolean' } },
  });
  if (!values.to)
    throw new OperatorError('Name the folder: npm run sunset -- close --to /srv/long-after-kept');
  const leaveOpen = values['leave-open'] ?? false;
  const { links, before, faults } = await close(services, { to: resolve(values.to), by, leaveOpen });
  print(
    `Closed. Links written: ${links - before}; there already: ${before}; files missing or damaged: ${faults}.`,
  );
  print(`Now stop the product, and serve ${values.to} as docs/operations.md says.`);
}

function describePreview({ people, outlook }: Preview, lastDay: string): string[] {
  return [
    `The service would close at the end of ${formatDay(lastDay)}.`,
    `Told of it, one message each: ${people.owner} owners, ${people.contact} trusted contacts, ${people.recipient} recipients.`,
    `Due until then and delivered: ${outlook.before}. Due later: ${outlook.after}. After a death: ${outlook.atDeath}.`,
    'At once: nothing new is sold, no accounts are opened, no later days can be chosen.',
  ];
}

function describeStatus({ closing, state, firstLastDay, left }: Status): string[] {
  if (!closing || !left)
    return [`No end of the service is announced. The first possible last day is ${firstLastDay}.`];
  const { outlook, untold, items, paidBeyond } = left;
  const day = formatDay(closing.lastDay);
  return [
    state === 'closed' ? `The service closed on ${day}.` : `The service closes at the end of ${day}.`,
    ...(closing.linksUntil ? [`Its static files stay online until ${formatDay(closing.linksUntil)}.`] : []),
    `Still to be told: ${untold}.`,
    `Due by then: ${outlook.before}. Due later, and not handed over: ${outlook.after}. After a death: ${outlook.atDeath}.`,
    `Physical items that still have to go back: ${items}. Plans paid beyond that day, to be refunded: ${paidBeyond}.`,
  ];
}

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
await runWithServices(async (services) => {
  if (command) {
    await command.run(services, args);
    return 0;
  }
  for (const line of describeStatus(await readStatus(services))) print(line);
  for (const { usage, does } of Object.values(commands))
    print(`npm run sunset -- ${usage.padEnd(36)} ${does}`);
  return name ? 2 : 0;
});
