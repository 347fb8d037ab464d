import type { ReactNode } from 'react';

interface LineFrameProps {
  title: ReactNode;
  text?: ReactNode;
  /** The control that fixes it. */
  children: ReactNode;
}

/** A sentence of the notice, and the one thing to do about it. */
export function LineFrame({ title, text, children }: LineFrameProps) {
  return (
    <li className="grid items-center gap-x-7 gap-y-0.5 border-t border-line py-3 leading-snug wrap-anywhere md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="max-w-[70ch]">
        <p>{title}</p>
        {text && <p className="text-[1.0625rem] text-ink-soft">{text}</p>}
      </div>
      {children}
    </li>
  );
}
