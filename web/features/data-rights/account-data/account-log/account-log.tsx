import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountLog as Answer } from '../../../../../shared/data-rights/account-log.ts';
import { formatDate, formatDateTime } from '../../../../../shared/dates.ts';
import { actionLabels } from '../../../../../shared/system/audit-labels.ts';
import { Button } from '../../../../ui/button.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Loaded } from '../../../../ui/read-failure.tsx';
import { OpenSetting, Setting } from '../../../../ui/setting.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';

type Entry = Answer['entries'][number];

const title = 'What was done, and by whom';
const path = '/api/user/log';

const who: Record<Entry['by'], string> = {
  you: 'You',
  staff: 'Our staff',
  we: 'Long After, by itself',
  recipient: 'A recipient',
  'trusted-contact': 'A trusted contact',
  payer: 'Somebody who paid',
  somebody: 'Somebody else',
};

/** All the audit log's entries about one's account, collapsed to a line. */
export function AccountLog({ timeZone }: { timeZone: string }) {
  return (
    <Loaded query={useLog()} skeleton={<LogSkeleton />} what="what was done">
      {({ entries: [last] }) => {
        if (!last) return <OpenSetting title={title} value="Nothing so far." />;
        const newest = `The last: ${actionLabels[last.action]}, on ${formatDate(last.at, timeZone)}.`;
        return (
          <Setting title={title} value={newest} action="Show">
            <p className="mb-3 max-w-[60ch] text-small text-ink-soft">
              Nothing can be changed in this list or taken out of it without leaving a trace: each entry is
              sealed together with all before it, and{' '}
              <Link href="/audit-checkpoints/latest.txt" target="_blank">
                every day’s seal is published
              </Link>
              .
            </p>
            <LogPage timeZone={timeZone} />
          </Setting>
        );
      }}
    </Loaded>
  );
}

function useLog(before?: number) {
  return useQuery<Answer>({
    queryKey: [before ? `${path}?before=${before}` : path],
    meta: { failure: 'Failed to fetch what was done' },
  });
}

/** Thirty entries; earlier ones are loaded on request. */
function LogPage({ before, timeZone }: { before?: number; timeZone: string }) {
  const [showsOlder, setShowsOlder] = useState(false);
  return (
    <Loaded query={useLog(before)} skeleton={<Skeleton className="h-80" />} what="what was done">
      {({ entries, next }) => (
        <>
          <ul className="divide-y divide-line border-line not-first:border-t">
            {entries.map((entry) => (
              <LogEntry key={entry.id} entry={entry} timeZone={timeZone} />
            ))}
          </ul>
          {next && !showsOlder && (
            <Button variant="quiet" className="mt-3" onPress={() => setShowsOlder(true)}>
              Show older ones
            </Button>
          )}
          {next && showsOlder && <LogPage before={next.before} timeZone={timeZone} />}
        </>
      )}
    </Loaded>
  );
}

function LogEntry({ entry: { id, at, action, by, hash }, timeZone }: { entry: Entry; timeZone: string }) {
  return (
    <li className="py-2.5 wrap-anywhere">
      <p>{actionLabels[action]}</p>
      <p className="text-small text-ink-soft">
        {who[by]}, {formatDateTime(at, timeZone)}. Entry {id}
        {hash && (
          <>
            , seal <span title={hash}>{hash.slice(0, 12)}…</span>
          </>
        )}
      </p>
    </li>
  );
}

function LogSkeleton() {
  return (
    <OpenSetting title={title}>
      <Skeleton className="h-7 max-w-72" />
    </OpenSetting>
  );
}
