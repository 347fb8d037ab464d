import { write } from '../../lib/api/request.ts';
import { ActDialog } from '../console/act-dialog.tsx';

interface OpenWordsDialogProps<Words> {
  path: string;
  onOpened: (words: Words) => void;
  onClose: () => void;
}

/** Asks why somebody’s notes are opened: they are about their health. */
export function OpenWordsDialog<Words>({ path, onOpened, onClose }: OpenWordsDialogProps<Words>) {
  return (
    <ActDialog
      title="Open the notes"
      what="The notes are about somebody’s health. That you opened them, and why, is recorded in the audit log."
      send={async (reason) => onOpened(await write<Words>('POST', path, { reason }))}
      onClose={onClose}
    />
  );
}
