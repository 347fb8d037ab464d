import { Ban, Flower2, IdCard, Trash2 } from 'lucide-react';
import type { PersonFound } from '../../../shared/staff/people.ts';
import { Badge } from '../../ui/badge.tsx';

export function PersonBadges({ person }: { person: PersonFound }) {
  const { isAdmin, suspendedAt, memorialisedAt, deletionRequestedAt } = person;
  return (
    <>
      {isAdmin && (
        <Badge icon={IdCard} tone="pine">
          Staff
        </Badge>
      )}
      {memorialisedAt && <Badge icon={Flower2}>Has died</Badge>}
      {suspendedAt && (
        <Badge icon={Ban} tone="rose">
          Suspended
        </Badge>
      )}
      {deletionRequestedAt && (
        <Badge icon={Trash2} tone="gold">
          Being deleted
        </Badge>
      )}
    </>
  );
}
