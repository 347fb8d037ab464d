import type { Preview } from '../../../../../shared/delivery/previews.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button } from '../../../../ui/button.tsx';

interface MessageFrameProps {
  message: Preview['message'];
  /** Its button leads to the closed page, as in the message itself. */
  onFollow: () => void;
}

export function MessageFrame({ message, onFollow }: MessageFrameProps) {
  const { from, to, subject, paragraphs, action, footer } = message;
  return (
    <div className="min-h-full bg-card wrap-anywhere">
      <header className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3.5 border-b border-line px-6 pt-5.5 pb-4 text-small">
        <Avatar name={from} isDecorative />
        <p className="leading-snug">
          <b className="block font-semibold">{from}</b>
          <span className="text-ink-soft">{to ? `to ${to}` : 'to their address'}</span>
        </p>
      </header>
      <div className="mx-auto max-w-140 px-6 py-7">
        {subject && <h3 className="mb-4.5 text-[1.6875rem] leading-tight">{subject}</h3>}
        <div className="grid justify-items-start gap-3.5 border-l-[1.5px] border-thread pl-4.5">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {action && <Button onPress={onFollow}>{action}</Button>}
        </div>
        <div className="mt-5.5 grid gap-3 text-small text-ink-soft">
          {footer.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </div>
  );
}
