import { useState } from 'react';
import {
  type AuditLogFilters,
  type AuditLogList,
  mostExportedEntries,
} from '../../../shared/staff/audit-log.ts';
import { download, saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { CheckCard } from './check-card.tsx';
import { EntryItem } from './entry-item.tsx';
import { FilterBar, type Filters, filterNames } from './filter-bar.tsx';

const placeNames = ['before'] as const;

/** Who did what, when and why, newest first; whether the log is unaltered; and an export. */
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

function ExportDialog({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  async function send(reason: string) {
    const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
    saveFile(await download('/api/admin/audit/export', { ...chosen, reason }), 'audit-log.csv');
    toast({ title: 'The file is in your downloads' });
  }

  return (
    <ActDialog
      title="Export the audit log"
      action="Export"
      what={`A spreadsheet file of the entries that match your filters, at most ${mostExportedEntries.toLocaleString('en-US')}. It names people: keep it as carefully as the log.`}
      send={send}
      onClose={onClose}
    />
  );
}
