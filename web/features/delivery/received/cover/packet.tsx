import type { ReactNode } from 'react';
import type { WaitingMemory } from '../../../../../shared/delivery/received.ts';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { Envelope } from './envelope.tsx';

export interface PacketProps {
  memories: readonly WaitingMemory[];
  /** The name, as if handwritten on it. */
  name: string;
  /** What slides out of the envelope once it is opened. */
  sheet?: ReactNode;
}

/** What waits, seen from outside: the first on top, up to two more below. None of the content is shown. */
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

/** Face down, with the faint lines of photographic paper. */
export function PhotoBack({ name }: { name: string }) {
  return (
    <div className="photo-back">
      <svg aria-hidden="true" viewBox="0 0 264 186">
        <rect className="paper-edge" x="0.5" y="0.5" width="263" height="185" rx="4" />
        {rows.map((y) => (
          <path key={y} className="paper-mark" d={`M12 ${y} ${waves}`} />
        ))}
      </svg>
      <span className="hand">{name}</span>
    </div>
  );
}

const rows = [30, 56, 82, 108, 134, 160];
const waves = 'q 15 -6 30 0 t 30 0 t 30 0 t 30 0 t 30 0 t 30 0 t 30 0 t 30 0';

/** A video, in a sleeve tied once round. */
export function Sleeve({ name }: { name: string }) {
  return (
    <div className="sleeve">
      <svg aria-hidden="true" viewBox="0 0 288 172" className="sleeve-film">
        <rect className="paper-edge" x="6" y="6" width="276" height="160" rx="6" />
        <path className="thread" d="M132 70 L162 86 L132 102 Z" />
      </svg>
      <svg aria-hidden="true" viewBox="0 0 288 172">
        <path
          className="paper-edge"
          d="M6 .5 H282 Q287.5 .5 287.5 6 V62 A26 26 0 0 0 287.5 110 V166 Q287.5 171.5 282 171.5 H6 Q.5 171.5 .5 166 V6 Q.5 .5 6 .5Z"
        />
        <path className="paper-mark" d="M12 .5 V171.5" />
        <path className="thread sleeve-tie" d="M144 0 C 139 60, 149 110, 144 172" />
      </svg>
      <span className="hand">{name}</span>
    </div>
  );
}

/** A sound: the thread itself, wound round a card until somebody plays it. */
export function SoundCard({ name }: { name: string }) {
  return (
    <div className="sound-card">
      <svg aria-hidden="true" viewBox="0 0 288 172">
        <path className="paper-edge" d={card} />
        <g className="sound-windings">
          {windings.map((x) => (
            <path key={x} className="thread" d={`M${x} 14 C ${x - 5} 62, ${x + 7} 110, ${x + 1} 158`} />
          ))}
        </g>
      </svg>
      <span className="hand">{name}</span>
    </div>
  );
}

/** Notched at the top and bottom, where the thread lies. */
const card =
  'M8 .5 H92 L99 14 H189 L196 .5 H280 Q287.5 .5 287.5 8 V164 Q287.5 171.5 280 171.5 H196 L189 158 H99 L92 171.5 H8 Q.5 171.5 .5 164 V8 Q.5 .5 8 .5Z';

const windings = Array.from({ length: 12 }, (_, index) => 106 + index * 7);
