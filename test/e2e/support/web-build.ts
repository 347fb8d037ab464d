import { projectRoot } from '../../../scripts/setup/project.mjs';
import { ensureWebBuild } from '../../../scripts/setup/web-build.mjs';
import { oneAtATime } from '../../database.ts';

let built: Promise<void> | undefined;

/** Builds the web if its sources have changed: one test process does it, while the others wait. */
export function buildWeb(): Promise<void> {
  built ??= oneAtATime(async () => ensureWebBuild(projectRoot, process.execPath));
  return built;
}
