import type { ReactNode } from 'react';

interface PlainIconProps {
  className: string;
  strokeWidth?: number;
}

/** Icons that every page needs at once: importing them from lucide-react would load its code too. */
function plainIcon(drawing: ReactNode) {
  return ({ className, strokeWidth = 1.5 }: PlainIconProps) => (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {drawing}
    </svg>
  );
}

const ring = <circle cx="12" cy="12" r="10" />;

export const AlertIcon = plainIcon(
  <>
    {ring}
    <path d="M12 8v4M12 16h.01" />
  </>,
);

export const InfoIcon = plainIcon(
  <>
    {ring}
    <path d="M12 16v-4M12 8h.01" />
  </>,
);

/** Waves with a stroke through them. */
export const OfflineIcon = plainIcon(
  <path d="M12 20h.01M8.5 16.4a5 5 0 0 1 7 0M5 12.9a10 10 0 0 1 5.2-2.7M19 12.9a10 10 0 0 0-2-1.5M2 8.8a15 15 0 0 1 4.2-2.6M22 8.8A15 15 0 0 0 10.7 5M2 2l20 20" />,
);
