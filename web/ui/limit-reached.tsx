import { CircleAlert } from 'lucide-react';
import { Badge } from './badge.tsx';

/** Says that a limit is used up. It is nobody's fault, and nothing is lost. */
export function LimitReached() {
  return (
    <Badge tone="gold" icon={CircleAlert}>
      Limit Reached
    </Badge>
  );
}
