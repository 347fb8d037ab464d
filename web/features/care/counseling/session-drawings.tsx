import type { ReactNode } from 'react';
import type { SessionType } from '../../../../shared/care/session-catalogue.ts';

const wood = '#6D4D2E';

interface SeatColours {
  back: string;
  seat: string;
}

const pine: SeatColours = { back: '#5E7C70', seat: '#47655B' };
const clay: SeatColours = { back: '#C98F6B', seat: '#B0714E' };
const sage: SeatColours = { back: '#8FA79A', seat: '#6F8B7D' };
const linen: SeatColours = { back: '#F3E9D6', seat: '#DCCBA6' };
const deep: SeatColours = { back: '#47655B', seat: '#2F4A43' };
const gold: SeatColours = { back: '#D9B066', seat: '#B98C3E' };
const brick: SeatColours = { back: '#B4634A', seat: '#8C4636' };

const drawings: Readonly<Record<SessionType, { label: string; picture: ReactNode }>> = {
  individual: {
    label: 'Two armchairs turned towards each other beside a lamp',
    picture: (
      <>
        <rect width="480" height="300" fill="#E6E3D3" />
        <rect x="176" y="26" width="128" height="120" fill="#FFFDF6" />
        <path d="M184 34h52v104h-52ZM244 34h52v104h-52Z" fill="#E7D3AE" />
        <circle cx="268" cy="66" r="13" fill="#FBF3DE" />
        <path d="M184 104c20-10 32-4 52-10v44h-52ZM244 92c20-6 34 2 52-6v52h-52Z" fill="#8FA79A" />
        <path d="M184 122c20-6 32 2 52-4v20h-52ZM244 116c20-4 34 4 52-4v26h-52Z" fill="#5E7C70" />
        <path d="M0 236H480V300H0Z" fill="#C6A374" />
        <ellipse cx="240" cy="264" rx="196" ry="22" fill="#B4634A" opacity=".55" />
        <circle cx="430" cy="102" r="62" fill="#F8E7B4" opacity=".4" />
        <Armchair place="translate(126 0)" colours={pine} />
        <Armchair place="translate(354 0) scale(-1 1)" colours={clay} />
        <path d="M240 246v-46M222 252h36" stroke={wood} strokeWidth="5" strokeLinecap="round" />
        <ellipse cx="240" cy="198" rx="36" ry="7" fill="#8A643E" />
        <path d="M226 180h20c0 10-3 16-10 16s-10-6-10-16Z" fill="#FBF6EA" />
        <path d="M430 248V112M412 250h36" stroke={wood} strokeWidth="4" strokeLinecap="round" />
        <path d="M414 76h32l14 40h-60Z" fill="#FBF1D8" />
      </>
    ),
  },
  group: {
    label: 'Eight chairs in a circle around a rug',
    picture: (
      <>
        <rect width="480" height="300" fill="#EFE3CB" />
        <path d="M40 0H150L92 150H-20ZM330 0H440L400 150H300Z" fill="#F8F0DC" opacity=".75" />
        <path d="M0 150H480V300H0Z" fill="#C6A374" />
        <ellipse cx="240" cy="216" rx="170" ry="50" fill="#5E7C70" />
        <ellipse cx="240" cy="216" rx="118" ry="31" fill="none" stroke="#D9B066" strokeWidth="1.6" />
        <Chair place="translate(170 150) scale(0.82)" colours={clay} />
        <Chair place="translate(310 150) scale(0.82)" colours={sage} />
        <Chair place="translate(240 142) scale(0.8)" colours={linen} />
        <Chair place="translate(92 184) scale(0.95)" colours={deep} />
        <Chair place="translate(388 184) scale(0.95)" colours={gold} />
        <Chair place="translate(132 262) scale(1.12)" colours={sage} />
        <Chair place="translate(348 262) scale(1.12)" colours={linen} />
        <Chair place="translate(240 274) scale(1.16)" colours={brick} />
      </>
    ),
  },
};

export function SessionDrawing({ type, className }: { type: SessionType; className: string }) {
  const { label, picture } = drawings[type];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 480 300"
      preserveAspectRatio="xMidYMid slice"
      className={className}
    >
      {picture}
      <rect width="480" height="300" className="fill-dusk mix-blend-multiply" />
    </svg>
  );
}

interface SeatProps {
  place: string;
  colours: SeatColours;
}

function Armchair({ place, colours: { back, seat } }: SeatProps) {
  return (
    <g transform={place}>
      <path d="M-52 128c0-26 14-40 36-40s36 14 38 38l6 68h-80Z" fill={back} />
      <path d="M-44 196h96v30h-96Z" fill={seat} />
      <path d="M-44 180h88c10 0 12 22 0 22h-88Z" fill={back} />
      <path d="M-66 160c0-14 20-14 22 0l4 66h-26ZM40 176c0-12 20-12 20 0v50H42Z" fill={seat} />
      <path d="M-58 226l-4 22M52 226l4 22" stroke={wood} strokeWidth="6" strokeLinecap="round" />
    </g>
  );
}

function Chair({ place, colours: { back, seat } }: SeatProps) {
  return (
    <g transform={place}>
      <path d="M-24-52c0-14 48-14 48 0l3 34h-54Z" fill={back} />
      <path d="M-28-20h56c6 0 6 14 0 14h-56c-6 0-6-14 0-14Z" fill={seat} />
      <path d="M-24-6l-5 30M24-6l5 30" stroke={wood} strokeWidth="5" strokeLinecap="round" />
    </g>
  );
}
