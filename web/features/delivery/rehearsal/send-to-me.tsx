import { Button } from '../../../ui/button.tsx';
import { useSendToMe } from './queries.ts';
import type { Entry } from './view.ts';

interface SendToMeProps {
  sendable: NonNullable<Entry['sendable']>;
  /** What is sent, for screen readers, since all buttons have the same label. */
  name: string;
}

/** Sends the owner what somebody would get, marked as a rehearsal. */
export function SendToMe({ sendable, name }: SendToMeProps) {
  const { send, isPending } = useSendToMe();
  return (
    <Button
      variant="text"
      size="small"
      className="whitespace-nowrap"
      aria-label={`Send it to me: ${name}`}
      isPending={isPending}
      onPress={() => send(sendable)}
    >
      Send it to me
    </Button>
  );
}
