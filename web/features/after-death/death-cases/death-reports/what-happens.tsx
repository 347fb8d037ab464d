import type { ReportDeadlines } from '../../../../../shared/after-death/death-reports.ts';
import { formatFullDate, formatHours, formatMoment } from '../../../../../shared/dates.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';
import { ThreadList } from '../../../../ui/thread-list.tsx';

interface WhatHappensProps {
  /** Undefined if the days cannot be loaded. */
  deadlines: ReportDeadlines | undefined;
  sentAt?: string | undefined;
  isVerified?: boolean | undefined;
  name?: string | undefined;
}

export function WhatHappens(props: WhatHappensProps) {
  const items = stepsOf(props).map(([day, text]) => ({
    key: day,
    content: (
      <>
        <p className="font-serif text-[1.375rem] leading-tight">{day}</p>
        <p className="mt-1 text-ink-soft">{text}</p>
      </>
    ),
  }));
  return <ThreadList label="What happens next" items={items} />;
}

type Step = readonly [day: string, text: string];

/** For the earliest possible day, as in the mail. */
const onlyIfAtOnce = 'It is that day only if we can read the proof at once.';

function stepsOf({ deadlines, sentAt, isVerified, name = 'they' }: WhatHappensProps): Step[] {
  const zone = deviceTimeZone();
  if (!sentAt || !deadlines) return stepsBefore(deadlines, zone);
  const moment = (instant: string) => formatMoment(instant, zone);
  const first: Step = [
    formatMoment(sentAt, zone),
    `Your report has reached us. If ${name} has an account, we ask there whether this is a mistake.`,
  ];
  const then =
    'If anything was left for after this death, each person it is for hears from us. If you were asked to help, you get a link.';
  const early = isVerified ? '' : ` ${onlyIfAtOnce}`;
  const last: Step = [`Not before ${moment(deadlines.deliveredFrom)}`, `${then}${early}`];
  if (isVerified)
    return [
      first,
      ['Until then', `Time for ${name} to say that it is a mistake. You need not do anything.`],
      last,
    ];
  return [
    first,
    [
      `By ${moment(deadlines.readBy)}`,
      'Somebody here reads what you sent and writes to you, whatever the answer is.',
    ],
    [describeObjection(deadlines), `Time for ${name} to say that it is a mistake. You need not do anything.`],
    last,
  ];
}

function stepsBefore(deadlines: ReportDeadlines | undefined, zone: string): Step[] {
  return [
    [
      deadlines ? `Today, ${formatFullDate(new Date(), zone)}` : 'Today',
      'If they have an account, we write to them at once, in case this is a mistake. One press of a button ends it.',
    ],
    [
      deadlines ? `By ${formatFullDate(deadlines.readBy, zone)}` : 'Within a few working days',
      'Somebody here reads the proof and writes to you.',
    ],
    [
      deadlines ? describeObjection(deadlines) : 'The days after that',
      'We write to them again each day, and to the people they named to help. Any of them can still stop it.',
    ],
    [
      deadlines ? `Not before ${formatFullDate(deadlines.deliveredFrom, zone)}` : 'Then',
      `What they left for this time goes to the people it is for.${deadlines ? ` ${onlyIfAtOnce}` : ''}`,
    ],
  ];
}

export function describeObjection({ objectionHours }: ReportDeadlines): string {
  return `At least ${formatHours(objectionHours)} after that`;
}
