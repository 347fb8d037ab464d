import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { readNotice, saveNotice } from './attention/notice-memory.ts';

interface RememberedProps {
  place: string;
  /** The content of this part is not known yet. */
  isWaiting: boolean;
  /** Shown meanwhile. */
  skeleton?: ReactNode;
  children: ReactNode;
}

/** Keeps the height that this part last had in this tab, so that nothing below it moves. */
export function Remembered({ place, isWaiting, skeleton, children }: RememberedProps) {
  const { email } = useSessionUser();
  const key = `${place}:${email}`;
  const [before] = useState(() => readNotice(sessionStorage, key));
  const room = (
    <div className="overflow-clip" style={{ height: typeof before === 'number' ? before : undefined }}>
      {skeleton}
    </div>
  );
  if (isWaiting) return room;
  return (
    <Suspense fallback={room}>
      <Measured onHeight={(height) => saveNotice(sessionStorage, key, height || 'none')}>{children}</Measured>
    </Suspense>
  );
}

interface MeasuredProps {
  onHeight: (height: number) => void;
  children: ReactNode;
}

export function Measured({ onHeight, children }: MeasuredProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => onHeight(box.current?.offsetHeight ?? 0));
  return (
    <div ref={box} className="flow-root">
      {children}
    </div>
  );
}
