import { useLocation } from 'wouter';
import type { Memory } from '../../../../../../shared/memories/memories.ts';
import { DeleteInstead, memoryPath } from '../../../../memories/memories/memories.ts';

interface ForNobodyProps {
  memory: Memory;
  /** Called once it is chosen, before the memory's page is shown. */
  onChosen: () => void;
}

/** The other choice for the time after a death: nobody gets it. */
export function ForNobody({ memory, onChosen }: ForNobodyProps) {
  const [, navigate] = useLocation();
  return (
    <div className="mt-6 border-t border-line pt-4">
      <p className="text-small text-ink-soft">Should nobody have it?</p>
      <div className="-ml-2">
        <DeleteInstead
          memory={memory}
          label="Delete it when I die"
          onChosen={() => {
            onChosen();
            navigate(memoryPath(memory.id));
          }}
        />
      </div>
    </div>
  );
}
