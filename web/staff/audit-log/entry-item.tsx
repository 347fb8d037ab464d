import { Link2Off } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AuditLogEntry, groupOf } from '../../../shared/staff/audit-log.ts';
import { actionLabels } from '../../../shared/system/audit-labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { dateTimeOf, momentOf } from '../console/format.ts';
import type { Filters } from './filter-bar.tsx';
import { actorName, groupLabels } from './labels.ts';

interface EntryItemProps {
  entry: AuditLogEntry;
  isOpen: boolean;
  onToggle: () => void;
  onNarrow: (filters: Filters) => void;
}

export function EntryItem({ entry, isOpen, onToggle, onNarrow }: EntryItemProps) {
  const { id, at, action, actor, account, reason, isChained } = entry;
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        data-row={id}
        aria-expanded={isOpen}
        className="grid w-full gap-x-4 gap-y-1 px-4 py-3 text-left hover:bg-gold-wash focus-visible:-outline-offset-3 aria-expanded:bg-gold-wash md:grid-cols-[minmax(0,1fr)_auto] md:px-6"
        onClick={onToggle}
      >
        <span className="min-w-0">
          <span className="font-medium">{actionLabels[action]}</span>
          <span className="block text-small text-ink-soft">
            by {actorName(actor)}
            {account && `, account of ${account.name ?? 'somebody who is gone'}`}
          </span>
          {reason && <span className="block truncate text-small">{reason}</span>}
        </span>
        <span className="flex flex-wrap items-center gap-3 text-small tabular-nums md:justify-end">
          {!isChained && <Badge icon={Link2Off}>Not chained yet</Badge>}
          {dateTimeOf(at)}
        </span>
      </button>
      {isOpen && <Details entry={entry} onNarrow={onNarrow} />}
    </li>
  );
}

function Details({ entry, onNarrow }: Pick<EntryItemProps, 'entry' | 'onNarrow'>) {
  const { id, at, actor, account, action, subjectId, reason, details, isChained } = entry;
  const only = (filters: Filters) => (
    <Button variant="text" size="small" onPress={() => onNarrow(filters)}>
      Only these
    </Button>
  );
  return (
    <dl className="grid items-baseline gap-x-6 gap-y-1 px-4 pt-3 pb-6 text-small sm:grid-cols-[9rem_minmax(0,1fr)] md:px-6">
      <Fact label="Entry">
        {id.toLocaleString('en-US')}, {isChained ? 'chained' : 'not chained yet'}
      </Fact>
      <Fact label="When">{momentOf(at)}</Fact>
      <Fact label="Who">
        {actor.name ? `${actor.name}, ${actor.id}` : actor.id} {isKnown(actor) && only({ who: actor.id })}
      </Fact>
      {account && (
        <Fact label="Account">
          {account.name ? `${account.name}, ${account.id}` : account.id} {only({ account: account.id })}
        </Fact>
      )}
      {subjectId && (
        <Fact label={groupLabels[groupOf(action)]}>
          {subjectId} {only({ subject: subjectId })}
        </Fact>
      )}
      {reason && <Fact label="Reason">{reason}</Fact>}
      {details && <Fact label="Details">{inWords(details)}</Fact>}
      <Changes entry={entry} />
    </dl>
  );
}

function Changes({ entry: { before, after } }: { entry: AuditLogEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => {
    const [was, is] = [before?.[name] ?? null, after?.[name] ?? null];
    return (
      <Fact key={name} label={name}>
        {was === is ? `${wordOf(is)}, as before` : `${wordOf(was)} → ${wordOf(is)}`}
      </Fact>
    );
  });
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="pt-0.5 text-ink-soft">{label}</dt>
      <dd className="pt-0.5 wrap-anywhere whitespace-pre-line tabular-nums max-sm:mb-2">{children}</dd>
    </div>
  );
}

function isKnown({ kind }: AuditLogEntry['actor']): boolean {
  return kind !== 'recipient' && kind !== 'command';
}

function inWords(facts: NonNullable<AuditLogEntry['details']>): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${wordOf(value)}`)
    .join(', ');
}

function wordOf(value: string | number | boolean | null): string {
  if (value === null) return 'nothing';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
