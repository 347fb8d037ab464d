/**
 * `npm run staff -- withdraw <email> "why"`: takes the staff role from somebody, which of two members of staff neither can do to the other;
 * while the product runs or not. Without a known command it lists who is staff.
 */
import { listStaff, withdrawByOperator } from '../server/features/accounts/staff/staff.ts';
import { readConfig } from '../server/platform/config.ts';
import { createLog } from '../server/platform/log.ts';
import { openServices } from '../server/services.ts';

const [command, email, reason, ...more] = process.argv.slice(2);
const config = readConfig(process.env);
const { services, close } = await openServices({ ...config, role: 'web' }, createLog('warn'));
try {
  if (command === 'withdraw' && email && reason && more.length === 0) {
    await withdrawByOperator(services, { email, reason });
    print(`${email} is no longer staff, and was signed out. All staff and they are told by email.`);
  } else {
    for (const member of await listStaff(services.db)) print(member.email);
    print('npm run staff -- withdraw <email> "why"   takes the role from somebody');
    process.exitCode = command ? 2 : 0;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await close(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
