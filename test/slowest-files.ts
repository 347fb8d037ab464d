import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const shown = 20;

/** Lists the files that took longest, including their imports. Comes before `default`, whose summary is last. */
export const slowestFiles: Reporter = {
  onTestRunEnd(modules) {
    const slowest = modules
      .map((module) => ({ module, milliseconds: millisecondsOf(module) }))
      .sort((one, other) => other.milliseconds - one.milliseconds)
      .slice(0, shown);
    const lines = slowest.map(({ module, milliseconds }) => {
      const seconds = (milliseconds / 1000).toFixed(1).padStart(7);
      return `${seconds} s  ${module.project.name}  ${relative('', module.moduleId)}\n`;
    });
    process.stdout.write(`\n Slowest files\n${lines.join('')}`);
  },
};

function millisecondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
}
