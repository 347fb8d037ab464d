import type { ReactNode } from 'react';

const viewBox = '0 0 460 290';

/** Three layers: the inside with its lining, the sheet, and the front with the flap. */
export function Envelope({ name, sheet }: { name: string; sheet?: ReactNode }) {
  return (
    <div className="envelope">
      <svg aria-hidden="true" viewBox={viewBox}>
        <rect className="envelope-inside" x="1.5" y="1.5" width="457" height="287" rx="8.5" />
        <path
          className="envelope-lining"
          d="M1.5 8 Q2 1.5 9 1.5 H451 Q458 1.5 458.5 8 L252 156 Q230 172 208 156Z"
        />
      </svg>
      <div className="envelope-sheet">{sheet}</div>
      <svg aria-hidden="true" viewBox={viewBox}>
        <path
          className="envelope-side"
          d="M1.5 8 L208 156 Q230 172 252 156 L458.5 8 V280 Q458.5 288.5 450 288.5 H10 Q1.5 288.5 1.5 280Z"
        />
        <path
          className="envelope-front"
          d="M5 287 L206 152 Q230 137 254 152 L455 287 Q453 288.5 450 288.5 H10 Q7 288.5 5 287Z"
        />
        <path
          className="envelope-flap"
          d="M1.5 9 Q2 1.5 9 1.5 H451 Q458 1.5 458.5 9 L252 157 Q230 173 208 157Z"
        />
      </svg>
      <span className="hand hand-centred">{name}</span>
    </div>
  );
}
