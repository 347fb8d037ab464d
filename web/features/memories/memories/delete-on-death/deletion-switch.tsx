import { releaseUndoDays } from '../../../../../shared/accounts/time-limits.ts';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import { Switch } from '../../../../ui/switch.tsx';
import { useDeletionOnDeath } from './use-deletion-on-death.tsx';

/** Whether a memory is deleted when its owner dies. Takes effect at once. */
export function DeletionSwitch({ memory }: { memory: Memory }) {
  const { choose, takeBack, isPending } = useDeletionOnDeath();
  return (
    <div className="mt-8" data-print="hidden">
      <Switch
        label="Delete this when I die"
        description={`Nobody gets it. It is deleted ${releaseUndoDays} days after your death is confirmed, in case that was a mistake. In those days nobody can see it.`}
        value={memory.deleteOnDeath}
        isDisabled={isPending}
        onChange={(isOn) => void (isOn ? choose(memory) : takeBack(memory))}
      />
    </div>
  );
}
