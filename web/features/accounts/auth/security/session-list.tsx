import { Laptop } from 'lucide-react';
import type { Session } from '../../../../../shared/accounts/sessions.ts';
import type { StaffViews } from '../../../../../shared/accounts/staff.ts';
import { formatDateTime } from '../../../../../shared/dates.ts';
import { numberWord } from '../../../../../shared/in-words.ts';
import { Button } from '../../../../ui/button.tsx';
import { Loaded } from '../../../../ui/read-failure.tsx';
import { OpenSetting, Setting } from '../../../../ui/setting.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { showFailure, toast } from '../../../../ui/toast.ts';
import { useEndSession, useSessions, useStaffViews } from './queries.ts';

export function SessionList({ timeZone }: { timeZone: string }) {
  const { mutate: end, isPending: isEnding, variables: endingId } = useEndSession();
  const finish = (id: string | undefined) =>
    end(id, {
      onSuccess: () => toast({ title: 'That browser is signed out' }),
      onError: (error) => showFailure(error, undefined, 'That browser is still signed in'),
    });
  return (
    <Loaded query={useSessions()} skeleton={<Skeleton className="h-20" />} what="where you are signed in">
      {(sessions) => (
        <Setting title="Where you are signed in" value={countBrowsers(sessions.length)} action="Show">
          <div className="grid gap-3">
            <ul className="grid gap-4">
              {sessions.map((session) => (
                <Row
                  key={session.id}
                  session={session}
                  timeZone={timeZone}
                  isEnding={isEnding && endingId === session.id}
                  onEnd={() => finish(session.id)}
                />
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button
                variant="quiet"
                size="small"
                className="justify-self-start"
                isPending={isEnding && endingId === undefined}
                onPress={() => finish(undefined)}
              >
                Sign out everywhere else
              </Button>
            )}
          </div>
        </Setting>
      )}
    </Loaded>
  );
}

function countBrowsers(count: number): string {
  return count === 1 ? 'In this browser only.' : `In ${numberWord(count)} browsers, this one among them.`;
}

interface RowProps {
  session: Session;
  timeZone: string;
  isEnding: boolean;
  onEnd: () => void;
}

function Row({ session: { device, current, lastUsedAt }, timeZone, isEnding, onEnd }: RowProps) {
  const lastUsed = formatDateTime(lastUsedAt, timeZone);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5">
      <Laptop aria-hidden="true" className="size-6 text-ink-soft" strokeWidth={1.5} />
      <div className="leading-snug">
        <p className="font-medium first-letter:uppercase">{device}</p>
        <p className="text-small text-ink-soft">{current ? 'This browser' : `Last used ${lastUsed}`}</p>
      </div>
      {!current && (
        <Button
          variant="text"
          size="small"
          aria-label={`Sign out ${device}, last used ${lastUsed}`}
          isPending={isEnding}
          onPress={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

/** When our staff looked at the account, which shows them none of its content. */
export function StaffViewList({ timeZone }: { timeZone: string }) {
  return (
    <Loaded
      query={useStaffViews()}
      skeleton={<Skeleton className="h-12" />}
      what="when our staff looked at your account"
    >
      {(views) => <Views views={views} timeZone={timeZone} />}
    </Loaded>
  );
}

function Views({ views, timeZone }: { views: StaffViews; timeZone: string }) {
  const title = 'When our staff looked at your account';
  const [last] = views;
  if (!last) return <OpenSetting title={title} value="Never." />;
  const times = views.length === 1 ? 'Once' : `${views.length} times, the last`;
  return (
    <Setting title={title} value={`${times} on ${formatDateTime(last.viewedAt, timeZone)}.`} action="Show">
      <div className="grid gap-3">
        <p>
          A member of our staff looked at your name, your addresses, your plan and where you are signed in.
          They do not see what you keep, unless they open it with a reason.
        </p>
        <ul className="grid gap-1 text-small text-ink-soft tabular-nums">
          {views.map(({ id, viewedAt }) => (
            <li key={id}>{formatDateTime(viewedAt, timeZone)}</li>
          ))}
        </ul>
      </div>
    </Setting>
  );
}
