import { useState } from 'react';
import type { LifeChangeAct, StaffLifeChange } from '../../../../shared/after-death/staff-life-changes.ts';
import { write } from '../../../lib/api/request.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.ts';
import { ActDialog } from '../../console/act-dialog.tsx';
import type { Acting } from '../../console/queue.tsx';
import { actLabels, stateLabels } from './labels.ts';

export function ChangeDialog({ item: change, action: act, onClose }: Acting<StaffLifeChange, LifeChangeAct>) {
  const [message, setMessage] = useState('');
  const { title, what, done: doneTitle, button } = actLabels(act, change);
  const { id, state, substitute, person, contact } = change;

  async function send(reason: string) {
    const seen = { state, substituteId: substitute?.id ?? null };
    const body = { reason, seen, message: message.trim() || null };
    const done = await write<StaffLifeChange>('POST', `/api/admin/life-changes/${id}/${act}`, body);
    toast({ title: doneTitle, description: `${person.name}: ${stateLabels[done.state].label}` });
  }

  return (
    <ActDialog
      title={title}
      action={button}
      what={what}
      isDangerous={act === 'confirm-death'}
      send={send}
      onClose={onClose}
    >
      {(errors) =>
        contact && (
          <TextArea
            label={`To ${contact.name}`}
            description="Goes out by email, in these words. Do not say what was left, or who gets it."
            isRequired={act === 'answer'}
            isOptional={act !== 'answer'}
            rows={3}
            value={message}
            onChange={setMessage}
            error={errors['message']}
          />
        )
      }
    </ActDialog>
  );
}
