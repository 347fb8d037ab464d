import type { ReactNode } from 'react';
import type { User } from '../../../../shared/accounts/accounts.ts';
import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { formatFullDate, formatMoment } from '../../../../shared/dates.ts';
import { listNames } from '../../../../shared/names.ts';
import { ThreadList } from '../../../ui/thread-list.tsx';
import { firstSentAt, quietUntil } from './wishes.ts';

interface PreviewProps {
  profile: User;
  wishes: ReleaseWishes;
}

/** What would follow a report, with the days that it would have if it were verified today. */
export function ReleasePreview({ profile, wishes }: PreviewProps) {
  const nowMs = Date.now();
  const { timezone } = profile;
  const quietEnd = quietUntil(wishes, nowMs);
  const items = [
    {
      key: 'window',
      content: (
        <Step day={`Today, ${formatFullDate(new Date(nowMs), timezone)}`}>
          We would ask you at {listNames(addressesOf(profile, wishes))}, and again every day. One press of a
          button would end it, and so would signing in.
        </Step>
      ),
    },
    {
      key: 'release',
      content: (
        <Step day={`Not before ${formatMoment(firstSentAt(wishes, nowMs), timezone)}`}>
          If you had not answered, what is for after your death would begin to go out.{' '}
          {describeContacts(wishes.trustedContacts)}
        </Step>
      ),
    },
    ...(quietEnd
      ? [
          {
            key: 'quiet',
            content: (
              <Step day={formatFullDate(quietEnd, timezone)}>
                What has a date of its own would go out again from then on.
              </Step>
            ),
          },
        ]
      : []),
  ];
  return <ThreadList label="What would follow a report" items={items} />;
}

function Step({ day, children }: { day: string; children: ReactNode }) {
  return (
    <>
      <p className="font-serif text-[1.3125rem] leading-tight">{day}</p>
      <p className="mt-1 max-w-measure wrap-anywhere text-ink-soft">{children}</p>
    </>
  );
}

function addressesOf({ email }: User, { secondEmail }: ReleaseWishes): string[] {
  return secondEmail ? [email, secondEmail] : [email];
}

function describeContacts(contacts: ReleaseWishes['trustedContacts']): string {
  const names = contacts.filter(({ isReachable }) => isReachable).map(({ name }) => name);
  if (names.length === 0) return 'You have named no trusted contact yet who could help us reach people.';
  return `${listNames(names)} would ${names.length > 1 ? 'each ' : ''}get a link, to help us reach people.`;
}
