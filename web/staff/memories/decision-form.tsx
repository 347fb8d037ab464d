import { useRef, useState } from 'react';
import type { StaffMemory } from '../../../shared/memories/staff-memories.ts';
import { ApiError, fieldsOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { ActFailure } from '../console/act-dialog.tsx';
import { useDirectAct } from '../console/direct-act.tsx';
import { KeyHint } from '../console/list-keys.tsx';
import { approvalReason, quickReasons } from './labels.ts';
import { sendReview } from './requests.ts';

interface DecisionFormProps {
  memory: StaffMemory;
  onDeciding: (isDeciding: boolean) => void;
  onDecided: (memory: StaffMemory) => void;
}

export function DecisionForm({ memory, onDeciding, onDecided }: DecisionFormProps) {
  const { acts, owner, title } = memory;
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string>();
  const { carryOut, isBusy, failure, dialog } = useDirectAct();
  const field = useRef<HTMLTextAreaElement>(null);

  function decide(act: 'approval' | 'rejection') {
    const given = reason.trim() || (act === 'approval' ? approvalReason : '');
    setMissing(given ? undefined : `Please say why: ${owner.firstName} reads it`);
    if (!given) return field.current?.focus();
    void carryOut(async () => {
      onDeciding(true);
      await sendReview<StaffMemory>(memory, act, given).finally(() => onDeciding(false));
      const isApproved = act === 'approval';
      toast({
        title: isApproved ? 'Approved' : 'Rejected',
        description: isApproved ? `“${title}” can be delivered.` : `${owner.firstName} is told why.`,
      });
      onDecided(memory);
    });
  }

  return (
    <div className="mt-6 grid gap-4 border-t border-line pt-6">
      {acts.includes('reject') && (
        <div className="flex flex-wrap gap-2.5">
          {quickReasons(memory).map(({ label, sentence }) => (
            <Button key={label} variant="quiet" size="small" onPress={() => setReason(sentence)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <div className="grid items-end gap-x-7 gap-y-4 lg:grid-cols-[minmax(0,1fr)_auto]">
        <TextArea
          ref={field}
          name="reason"
          label="Reason"
          description={
            acts.includes('reject')
              ? `Needed to reject; ${owner.firstName} reads it then`
              : 'Kept in the audit log'
          }
          rows={3}
          value={reason}
          onChange={setReason}
          error={missing ?? fieldsOf(failure)['reason']}
        />
        <div className="grid gap-2.5 max-lg:grid-cols-2">
          {acts.includes('approve') && (
            <Button data-act="approve" isPending={isBusy} onPress={() => decide('approval')}>
              Approve <KeyHint>A</KeyHint>
            </Button>
          )}
          {acts.includes('reject') && (
            <Button
              variant="quiet"
              className="border-rose text-rose"
              isPending={isBusy}
              onPress={() => decide('rejection')}
            >
              Reject <KeyHint>R</KeyHint>
            </Button>
          )}
        </div>
      </div>
      {!acts.includes('approve') && (
        <p className="text-small text-ink-soft">
          It cannot be approved: the file is not as it was uploaded, or is of a kind we do not know.
        </p>
      )}
      {failure instanceof ApiError && failure.status !== 400 && <ActFailure failure={failure} />}
      {dialog}
    </div>
  );
}
