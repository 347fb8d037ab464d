/** A voice is the thread itself, wound round a card until somebody lets it run. */
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

/** Notched above and below, where the thread lies. */
const card =
  'M8 .5 H92 L99 14 H189 L196 .5 H280 Q287.5 .5 287.5 8 V164 Q287.5 171.5 280 171.5 H196 L189 158 H99 L92 171.5 H8 Q.5 171.5 .5 164 V8 Q.5 .5 8 .5Z';

const windings = Array.from({ length: 12 }, (_, index) => 106 + index * 7);
