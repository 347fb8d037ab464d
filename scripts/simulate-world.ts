/** One world of the simulation, in a process of its own, since its clock is that of the whole process. It gets its options over IPC, and answers with the outcome. */
import { hashQuickly } from '../test/password-cost.ts';
import { type SimulationOptions, simulate } from '../test/simulation/simulation.ts';

export interface WorldOrder extends Omit<SimulationOptions, 'onLine'> {
  /** Prints the story as it happens. */
  isTold: boolean;
}

hashQuickly();
process.once('message', async ({ isTold, ...options }: WorldOrder) => {
  const outcome = await simulate({ ...options, onLine: (line) => isTold && console.info(line) });
  // Processes of the simulation that were killed have left things open that nobody ends.
  process.send?.(outcome, () => process.exit());
});
process.once('disconnect', () => process.exit(1));
