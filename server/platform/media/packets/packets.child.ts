import type { Container } from '../recordings.ts';
import { copyPackets } from './copy-packets.ts';
import { readPackets } from './read-packets.ts';

// A process of its own, which `packets.ts` starts for one file. It prints what it has read; an error ends it.

const [task, container, ...rest] = process.argv.slice(2) as [string, Container, ...string[]];
const [path = '', kind, toPath = ''] = rest;
if (task === 'read') process.stdout.write(JSON.stringify(await readPackets(container, path)));
else await copyPackets(container, kind === 'video' ? 'video' : 'audio', path, toPath);
process.exit(0);
