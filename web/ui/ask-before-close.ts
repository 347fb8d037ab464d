import { useConfirm } from './question-provider.tsx';

/** Returns what closes a dialog, after a question if it holds unsaved changes. */
export function useAskBeforeClose(onClose: () => void): (isUnsaved: boolean) => Promise<void> {
  const confirm = useConfirm();
  return async (isUnsaved) => {
    const isSure =
      !isUnsaved ||
      (await confirm({
        title: 'Close without saving?',
        message: 'What you changed here is not saved yet.',
        confirmLabel: 'Close without saving',
        cancelLabel: 'Keep editing',
        tone: 'danger',
      }));
    if (isSure) onClose();
  };
}
