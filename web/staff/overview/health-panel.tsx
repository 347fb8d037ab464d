import {
  Archive,
  Clapperboard,
  Database,
  Globe,
  HardDrive,
  type LucideIcon,
  Mail,
  MessageSquare,
  ScanSearch,
  Send,
} from 'lucide-react';
import type { HealthPart } from '../../../shared/staff/overview.ts';
import { joinClasses } from '../../ui/join-classes.ts';
import { ageOf } from '../console/format.ts';
import { describeHealth } from './labels.ts';
import { Panel } from './panel.tsx';
import { useHealth } from './queries.ts';

const partLabels: Record<HealthPart['part'], { label: string; icon: LucideIcon }> = {
  database: { label: 'Database', icon: Database },
  files: { label: 'Files', icon: HardDrive },
  worker: { label: 'Delivery worker', icon: Send },
  'time-zone-rules': { label: 'Rules of time zones', icon: Globe },
  mail: { label: 'Email, deliveries aside', icon: Mail },
  sms: { label: 'Text messages', icon: MessageSquare },
  ffmpeg: { label: 'Video (ffmpeg)', icon: Clapperboard },
  'malware-scan': { label: 'Malware scan', icon: ScanSearch },
  backup: { label: 'Backup', icon: Archive },
};

const looks: Record<HealthPart['state'], string> = {
  works: 'text-ink-soft',
  'not-set-up': 'text-gold',
  trouble: 'font-semibold text-rose',
};

export function HealthPanel() {
  const health = useHealth();
  return (
    <Panel title="Health" aside={health.data && describeHealth(health.data)} reading={health} height="h-105">
      {(parts) => (
        <ul className="divide-y divide-line text-small">
          {parts.map((part) => (
            <PartItem key={part.part} {...part} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function PartItem({ part, state, detail, at }: HealthPart) {
  const { label, icon: Icon } = partLabels[part];
  return (
    <li className="flex gap-3 py-2.5 pointer-fine:py-1.75">
      <Icon
        aria-hidden="true"
        className={joinClasses('mt-0.5 size-5 flex-none', state === 'works' ? 'text-sage' : looks[state])}
        strokeWidth={1.5}
      />
      <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
        <span>{label}</span>
        <span className={joinClasses('text-right max-sm:basis-full max-sm:text-left', looks[state])}>
          {state === 'trouble' && <span className="sr-only">In trouble: </span>}
          {at ? `${detail} ${agoOf(at)}` : detail}
        </span>
      </span>
    </li>
  );
}

function agoOf(at: string): string {
  const age = ageOf(at, Date.now());
  return age === '0 min' ? 'just now' : `${age} ago`;
}
