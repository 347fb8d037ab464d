import { useState } from 'react';
import type { AuditLogFilters, AuditLogList } from '../../../shared/staff/audit-log.ts';
import { Button } from '../../ui/button.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { CheckCard } from './check-card.tsx';
import { EntryItem } from './entry-item.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FilterBar, filterNames } from './filter-bar.tsx';

export { actionWords } from './words.ts';

const placeNames = ['before'] as const;

/** Who did what on what, when and why, the newest first; whether nobody changed it since; and all of it as a file. */
export function AuditLogPage() {
  const { list, filters, narrow, paging } = useStaffList<
    AuditLogList,
    keyof AuditLogFilters,
    (typeof placeNames)[number]
  >('audit', { filters: filterNames, places: placeNames });
  const { entries = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [isExporting, setExporting] = useState(false);
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const keys = useListKeys({
    ids: entries.map(({ id }) => String(id)),
    onOpen: toggle,
    isOff: isExporting,
  });
  return (
    <StaffPage
      title="Audit log"
      description="Who did what, when and why. Any tampering shows."
      actions={
        <Button variant="quiet" size="small" onPress={() => setExporting(true)}>
          Export as a file
        </Button>
      }
    >
      <CheckCard />
      <QueueList
        noun="entries"
        list={list}
        isEmpty={entries.length === 0}
        empty={{ title: 'No entries match', description: 'Try fewer filters, or another time.' }}
        filters={<FilterBar filters={filters} onChange={narrow} />}
        paging={paging}
      >
        {entries.map((entry) => (
          <EntryItem
            key={entry.id}
            entry={entry}
            isOpen={String(entry.id) === openId}
            onToggle={() => toggle(String(entry.id))}
            onNarrow={(more) => narrow({ ...filters, ...more })}
          />
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {isExporting && <ExportDialog filters={filters} onClose={() => setExporting(false)} />}
    </StaffPage>
  );
}
