import type { ReactNode } from 'react';
import type { WaitingMemory } from '../../../../../shared/delivery/received.ts';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { Envelope } from './envelope.tsx';
import { PhotoBack } from './photo-back.tsx';
import { Sleeve } from './sleeve.tsx';
import { SoundCard } from './sound-card.tsx';

export interface PacketProps {
  memories: readonly WaitingMemory[];
  /** Written on it by hand. */
  name: string;
  /** What slides out of the envelope once it is opened. */
  sheet?: ReactNode;
}

/** What waits, seen from outside: the first on top, up to two more under it. No picture is in it. */
export function Packet({ memories: [first, second, third], name, sheet }: PacketProps) {
  return (
    <div className="packet">
      {third && <Under memory={third} className="translate-x-[5%] translate-y-[3%] rotate-5" />}
      {second && <Under memory={second} className="-translate-x-[4%] -translate-y-[7%] -rotate-5" />}
      <Cover type={first?.type ?? 'letter'} name={name} sheet={sheet} />
    </div>
  );
}

function Under({ memory, className }: { memory: WaitingMemory; className: string }) {
  return (
    <div className={joinClasses('packet-under', className)}>
      <Cover type={memory.type} name="" />
    </div>
  );
}

function Cover({ type, name, sheet }: { type: WaitingMemory['type']; name: string; sheet?: ReactNode }) {
  switch (type) {
    case 'letter':
      return <Envelope name={name} sheet={sheet} />;
    case 'photo':
      return <PhotoBack name={name} />;
    case 'video':
      return <Sleeve name={name} />;
    case 'audio':
      return <SoundCard name={name} />;
  }
}
