import { memo } from 'react';
import { useLocation } from 'wouter';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { deviceTimeZone } from '../../../lib/device.ts';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { MemoryCard } from './memory-card.tsx';
import type { MemoryDay } from './memory-day.tsx';
import { useMemoryDeletion } from './memory-deletion.tsx';

interface OwnMemoryCardProps {
  memory: Memory;
  day: MemoryDay | null | undefined;
  /** What the toast says if it cannot be deleted. */
  failureTitle: string;
  failureText: string;
}

/** A memory that its owner can change or delete. */
export const OwnMemoryCard = memo(({ memory, day, failureTitle, failureText }: OwnMemoryCardProps) => {
  const { timezone } = useSessionUser();
  const [, navigate] = useLocation();
  const deleteMemory = useMemoryDeletion({ title: failureTitle, description: failureText });
  return (
    <MemoryCard
      memory={memory}
      day={day}
      timeZone={timezone ?? deviceTimeZone()}
      onEdit={() => navigate(`/upload?edit=${memory.id}`)}
      onDelete={() => void deleteMemory(memory)}
    />
  );
});
