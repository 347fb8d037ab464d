import type { StaffRoleChange } from '../../../shared/accounts/staff.ts';
import { fullNameOf } from '../../../shared/full-name.ts';
import type { Person } from '../../../shared/staff/people.ts';
import { write } from '../../lib/api/request.ts';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { type Asked, actLabels } from './labels.ts';

interface PersonActDialogProps extends Asked {
  /** As it was when the dialog opened: what is on the page may change behind it. */
  person: Person;
  onClose: () => void;
}

export function PersonActDialog({ person, act, sessionId, onClose }: PersonActDialogProps) {
  const { title, what, done, method, name } = actLabels[act];
  const { id, email, isAdmin, suspendedAt, deletionRequestedAt } = person;

  async function send(reason: string) {
    const path = `/api/admin/people/${id}/${name}${sessionId ? `/${sessionId}` : ''}`;
    const change = await write<StaffRoleChange | Person>(method, path, {
      reason,
      seen: { email, isAdmin, suspendedAt, deletionRequestedAt },
    });
    const isProposed = 'kind' in change && change.state === 'proposed';
    const title = isProposed ? 'Proposed: a colleague has to confirm it' : done;
    toast({ title: sessionId ? 'The session is ended' : title, description: fullNameOf(person) });
  }

  return (
    <ActDialog
      title={sessionId ? 'End this session' : title}
      what={sessionId ? 'This browser is signed out. The others stay signed in.' : what(person)}
      isDangerous={act === 'suspend' || act === 'withdraw-staff'}
      send={send}
      onClose={onClose}
    />
  );
}
