import { mostExportedEntries } from '../../../shared/staff/audit-log.ts';
import { download } from '../../lib/api/download.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import type { Filters } from './filter-bar.tsx';

export function ExportDialog({ filters, onClose }: { filters: Filters; onClose: () => void }) {
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
