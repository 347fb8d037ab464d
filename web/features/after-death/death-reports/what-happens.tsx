import type { ReportOutlook } from '../../../../shared/after-death/death-reports.ts';
import { formatDateTime, formatFullDate } from '../../../../shared/dates.ts';
import { deviceTimeZone } from '../../../lib/device-time-zone.ts';
import { ThreadList } from '../../../ui/thread-list.tsx';

interface WhatHappensProps {
  /** Left out while the days cannot be read. */
  outlook: ReportOutlook | undefined;
  /** When the report was sent; left out before. */
  sentAt?: string | undefined;
  /** First name of the person who has died. */
  name?: string | undefined;
}

/** What comes after a report, with its real days. */
export function WhatHappens(props: WhatHappensProps) {
  const texts = props.sentAt ? textsAfter(props.name ?? 'they') : textsBefore;
  const items = daysOf(props).map((day, index) => ({
    key: day,
    content: (
      <>
        <p className="font-serif text-[1.375rem] leading-tight">{day}</p>
        <p className="mt-1 text-ink-soft">{texts[index]}</p>
      </>
    ),
  }));
  return <ThreadList label="What happens next" items={items} />;
}

const textsBefore = [
  'If they have an account, we write to them at once, in case this is a mistake. One press of a button ends it.',
  'Somebody here reads the proof and writes to you.',
  'We write to them again each day, and to the people they named to help. Any of them can still stop it.',
  'What they left for after their death goes to the people it is for.',
];

function textsAfter(name: string): string[] {
  return [
    `Your report has reached us. If ${name} has an account, we have written there, in case this is a mistake.`,
    'Somebody here reads the proof and writes to you, whatever the answer is.',
    `Time for ${name} to say that it is a mistake. You need not do anything.`,
    'If anything was left for after this death, each person it is for hears from us. If you were asked to help, you get a link.',
  ];
}

function daysOf({ outlook, sentAt }: WhatHappensProps): string[] {
  const zone = deviceTimeZone();
  const first = sentAt ? formatDateTime(sentAt, zone) : `Today, ${formatFullDate(new Date(), zone)}`;
  if (!outlook) return ['Today', 'Within two working days', 'The days after that', 'Then'];
  return [
    first,
    `By ${formatFullDate(outlook.readBy, zone)}`,
    describeObjection(outlook.objectionHours),
    `Not before ${formatFullDate(outlook.deliveredFrom, zone)}`,
  ];
}

const words = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven'];

function describeObjection(hours: number): string {
  const days = Math.round(hours / 24);
  if (days <= 1) return 'At least the day after that';
  return `At least the ${words[days] ?? days} days after that`;
}
