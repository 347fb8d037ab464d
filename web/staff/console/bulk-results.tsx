import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { BulkAct, Refused } from './bulk-run.ts';

export interface BulkResults<Item> {
  act: BulkAct<Item>;
  done: number;
  refused: readonly Refused<Item>[];
  /** How many requests were not sent after Cancel. */
  left: number;
}

export function BulkResultsDialog<Item extends { id: string }>({
  results,
  onClose,
}: {
  results: BulkResults<Item>;
  onClose: () => void;
}) {
  const { act, done, refused, left } = results;
  return (
    <Dialog
      isOpen
      size="small"
      title="Not all of them"
      onOpenChange={onClose}
      actions={{ action: <Button onPress={onClose}>Close</Button> }}
    >
      <div className="grid gap-3">
        <p>
          {act.did(done)}
          {left > 0 && ` You stopped before ${left} more, which are as they were.`}
        </p>
        {refused.length > 0 && (
          <ul className="list-disc pl-5">
            {refused.map(({ item, why }) => (
              <li key={item.id}>
                <span className="font-semibold">{act.nameOf(item)}</span>: {why}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
