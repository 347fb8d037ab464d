import type { StaffWindow } from '../../../shared/after-death/staff-windows.ts';
import { formatDate } from '../../../shared/dates.ts';
import { listNames } from '../../../shared/names.ts';
import { counted } from '../console/format.ts';

type Channel = StaffWindow['channels'][number];
type Ask = Channel['asks'][number];

export interface WindowStep {
  at: string;
  label: string;
  isPast: boolean;
}

/** The important moments of a window: its beginning, the last and the next question to the owner, and its end. */
export function stepsOf({ beganAt, endsAt, nextAsks, channels }: StaffWindow, nowMs: number): WindowStep[] {
  const asks = channels.flatMap((channel) => channel.asks.map(({ at }) => String(at))).toSorted();
  const last = asks.at(-1);
  const [next] = nextAsks;
  const steps = [
    { at: String(beganAt), label: 'Verified' },
    ...(last ? [{ at: last, label: 'Last asked' }] : []),
    ...(next ? [{ at: String(next), label: 'Asked next' }] : []),
    { at: String(endsAt), label: 'It goes out' },
  ];
  return steps.map((step) => ({ ...step, isPast: Date.parse(step.at) <= nowMs }));
}

const channelNames: Record<Channel['channel'], string> = {
  email: 'Email',
  second_email: 'Second email',
  earlier_email: 'Email that they had before',
  text: 'Text',
};

export function channelName({ channel, ending }: Channel): string {
  return ending ? `${channelNames[channel]}, number ending ${ending}` : channelNames[channel];
}

const askWords: Record<Ask['state'], string> = {
  arrived: 'arrived',
  not_yet: 'not yet sent',
  refused: 'refused',
};

export function asksByDay(asks: readonly Ask[], timeZone: string) {
  const byDay = Map.groupBy(asks, ({ at }) => formatDate(String(at), timeZone));
  return [...byDay].map(([day, ofDay]) => {
    const states = Map.groupBy(ofDay, ({ state }) => state);
    const words = [...states].map(([state, { length }]) =>
      length === 1 ? askWords[state] : `${length} ${askWords[state]}`,
    );
    return { day, words: words.join(', '), isGood: !states.has('not_yet') && !states.has('refused') };
  });
}

export function whatContactsSaid({ contacts }: Pick<StaffWindow, 'contacts'>): string {
  const know = contacts.filter(({ toldAt }) => toldAt !== null);
  if (contacts.length === 0) return 'There is no trusted contact whom we could ask.';
  if (know.length === 0) return 'No trusted contact knows of these days yet.';
  const names = listNames(know.map(({ name }) => name));
  const silent = know.length === 1 ? 'They have not answered.' : 'None of them has said “alive” or “wait”.';
  const isSilent = know.every(({ answer }) => answer === null);
  return `${names} ${know.length === 1 ? 'knows' : 'know'} of these days.${isSilent ? ` ${silent}` : ''}`;
}

export function goingOutLines(goesOut: StaffWindow['goesOut']): { words: string; isWarning: boolean }[] {
  const { byEmail, byText, byPost, withoutAddress, later, inQuietDays } = goesOut;
  const channels = [
    byEmail > 0 && `${byEmail} by email`,
    byText > 0 && `${byText} by text`,
    byPost > 0 && `${byPost} by post`,
  ].filter((words) => words !== false);
  const quiet =
    inQuietDays > 0
      ? `; ${inQuietDays} of these ${inQuietDays === 1 ? 'waits' : 'wait'} for the quiet days`
      : '';
  return [
    ...(channels.length > 0 ? [{ words: channels.join(', '), isWarning: false }] : []),
    ...(withoutAddress > 0
      ? [{ words: `${counted(withoutAddress, 'has', 'have')} no address`, isWarning: true }]
      : []),
    ...(later > 0
      ? [
          {
            words: `${later} more ${later === 1 ? 'has a day of its' : 'have a day of their'} own${quiet}`,
            isWarning: false,
          },
        ]
      : []),
  ];
}
