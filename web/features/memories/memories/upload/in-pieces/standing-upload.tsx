import { Button } from '../../../../../ui/button.tsx';
import type { WaitingCause } from './send-in-pieces.ts';
import { WaitingProgress } from './waiting-progress.tsx';

interface StandingUploadProps {
  name: string;
  state: { arrivedBytes: number; sizeBytes: number; cause: WaitingCause | null };
  /** Undefined if it continues automatically. */
  onGoOn: (() => void) | undefined;
  onCancel: () => void;
}

/** An upload that is stalled at the moment: what has arrived is a fact, the rest a promise. */
export function StandingUpload({ name, state, onGoOn, onCancel }: StandingUploadProps) {
  return (
    <div className="grid gap-3 rounded-choice border border-line bg-card p-4 shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-x-5">
        <p className="font-serif text-title wrap-anywhere">{name}</p>
        <Button size="small" variant="text" onPress={onCancel}>
          Cancel
        </Button>
      </div>
      <WaitingProgress {...state} />
      {onGoOn ? (
        <div className="flex justify-end">
          <Button size="small" onPress={onGoOn}>
            Go on
          </Button>
        </div>
      ) : (
        <p className="text-small text-ink-soft">
          We go on as soon as the connection is back. If you close this page, you can go on later: only what
          is missing is sent.
        </p>
      )}
    </div>
  );
}
