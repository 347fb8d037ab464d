import { print, runWithServices } from '../server/command.ts';
import { listStaff, withdrawByOperator } from '../server/features/accounts/auth/staff/staff.ts';

/**
 * `npm run staff -- withdraw <email> "why"`: takes the staff role from somebody. With only two members of
 * staff, neither can do this to the other. Without a known command it lists the members of staff.
 */
await runWithServices(async (services) => {
  const [command, email, reason, ...more] = process.argv.slice(2);
  if (command === 'withdraw' && email && reason && more.length === 0) {
    await withdrawByOperator(services, { email, reason });
    print(`${email} is no longer staff, and was signed out. All staff and they are told by email.`);
    return 0;
  }
  for (const member of await listStaff(services.db)) print(member.email);
  print('npm run staff -- withdraw <email> "why"   takes the role from somebody');
  return command ? 2 : 0;
});
