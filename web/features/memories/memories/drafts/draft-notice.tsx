import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { useConfirm } from '../../../../ui/question-provider.tsx';

interface DraftNoticeProps {
  children: string;
  /** What discarding the draft means; asked before `onDiscard` is called. */
  consequence: string;
  discardLabel?: string | undefined;
  className?: string | undefined;
  onDiscard: () => void;
}

/** Says that a draft was restored, and offers to discard it. */
export function DraftNotice(props: DraftNoticeProps) {
  const { children, consequence, discardLabel = 'Discard draft', className, onDiscard } = props;
  const confirm = useConfirm();

  async function discard() {
    const isConfirmed = await confirm({
      title: 'Discard this draft?',
      message: consequence,
      confirmLabel: 'Discard',
      tone: 'danger',
    });
    if (isConfirmed) onDiscard();
  }

  return (
    <NoticeLine
      className={className}
      action={
        <Button variant="text" size="small" onPress={() => void discard()}>
          {discardLabel}
        </Button>
      }
    >
      {children}
    </NoticeLine>
  );
}

interface NoticeLineProps {
  children: ReactNode;
  action: ReactNode;
  className?: string | undefined;
}

/** One line about a draft, above what is written. */
export function NoticeLine({ children, action, className }: NoticeLineProps) {
  return (
    <p
      role="status"
      className={joinClasses(
        'mb-4 flex flex-wrap items-center justify-between gap-x-5 notice bg-pine-wash px-4 py-1.5',
        className,
      )}
    >
      <span className="py-1">{children}</span>
      {action}
    </p>
  );
}
