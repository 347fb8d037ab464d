/**
 * A real IMAP server on loopback: Debian's Dovecot, with its own configuration and folder, removed when the test file ends.
 *
 *   const imap = await startImapServer();
 *   await imap.deliver(rawMessage);
 *   … readConfig({ BOUNCE_IMAP_URL: imap.url }) …
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { eventually } from '../app.ts';
import { makeCertificate } from '../certificate.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { findTestPort } from '../free-port.ts';

export interface TestImapServer {
  /** The folder that `deliver` adds to. Goes through a port that the test can silence. */
  url: string;
  /** The same folder over TLS, with a self-signed certificate. */
  tlsUrl: string;
  /** That certificate, in PEM. */
  certificate: string;
  /** Adds a message; returns its UID. */
  deliver(raw: string): Promise<number>;
  /** The flags of every message, by UID. */
  flags(): Promise<Map<number, string[]>>;
  remove(uid: number): Promise<void>;
  /** Renumbers everything, like a server that was moved or repaired. */
  renumber(): Promise<void>;
  /**
   * From now on the server stops responding once a client has sent this, and the connection stays open: the
   * client never learns of a lost connection. With undefined it responds again.
   */
  fallSilentAt(command: RegExp | undefined): void;
  /** Called before each server response is passed on to the client, which waits until `wait` resolves. */
  beforeAnswers(wait: (asked: string) => Promise<void>): void;
  /** Connections opened so far. */
  readonly connections: number;
  readonly name: string;
}

const user = 'bounces';
const password = 'a-password:of/the@mailbox';
const folder = 'Returned';

export async function startImapServer(): Promise<TestImapServer> {
  const dir = await mkdtemp(join(tmpdir(), 'long-after-imap-'));
  const [port, tlsPort] = [await findTestPort(), await findTestPort()];
  makeCertificate(dir);
  await writeFile(join(dir, 'dovecot.conf'), await configuration(dir, port, tlsPort));
  // On some systems only root has the folder of system programs in its search path.
  const env = { PATH: `${process.env.PATH}:/usr/sbin` };
  const server = spawn('dovecot', ['-F', '-c', join(dir, 'dovecot.conf')], { stdio: 'ignore', env });
  const exited = once(server, 'exit');
  const front = await openFront(port);
  atEndOfFile(async () => {
    front.close();
    server.kill('SIGTERM');
    await exited;
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  });
  const asOwner = async <T>(work: (client: ImapFlow) => Promise<T>): Promise<T> => {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, logger: false, disableAutoIdle: true },
      auth: { user, pass: password },
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      client.close();
    }
  };
  const started = async () => {
    if (server.exitCode !== null)
      throw new Error(
        `Dovecot ended: ${await readFile(join(dir, 'log'), 'utf8').catch(() => 'without a word')}`,
      );
    return asOwner((client) => client.mailboxCreate(folder)).catch(() => undefined);
  };
  await eventually(started, 'Dovecot to answer');

  return {
    url: `imap://${user}:${encodeURIComponent(password)}@127.0.0.1:${front.port}/${folder}`,
    tlsUrl: `imaps://${user}:${encodeURIComponent(password)}@127.0.0.1:${tlsPort}/${folder}`,
    certificate: await readFile(join(dir, 'certificate.pem'), 'utf8'),
    name: `${user}@127.0.0.1/${folder}`,
    deliver: (raw) =>
      asOwner(async (client) => {
        const answer = await client.append(folder, raw);
        if (!answer || answer.uid === undefined) throw new Error('Dovecot did not take the message');
        return answer.uid;
      }),
    flags: () =>
      asOwner(async (client) => {
        await client.mailboxOpen(folder);
        const found = await client.fetchAll('1:*', { uid: true, flags: true });
        return new Map(found.map(({ uid, flags }) => [uid, [...(flags ?? [])]]));
      }),
    remove: (uid) =>
      asOwner(async (client) => {
        await client.mailboxOpen(folder);
        await client.messageDelete(String(uid), { uid: true });
      }),
    renumber: () =>
      asOwner(async (client) => {
        await client.mailboxRename(folder, `${folder}-before`);
        await client.mailboxCreate(folder);
        await client.mailboxOpen(`${folder}-before`);
        await client.messageCopy('1:*', folder);
        await client.mailboxDelete(`${folder}-before`);
      }),
    fallSilentAt: front.fallSilentAt,
    beforeAnswers: front.beforeAnswers,
    get connections() {
      return front.connections;
    },
  };
}

/** Also works for a user without privileges: no process changes its root or its user. */
async function configuration(dir: string, port: number, tlsPort: number): Promise<string> {
  const { uid, gid, username } = userInfo();
  // Dovecot refuses to serve mail as root.
  const owner = uid === 0 ? { uid: 65534, gid: 65534 } : { uid, gid };
  await mkdir(join(dir, 'mail'), { recursive: true });
  await chmod(dir, 0o755);
  await chmod(join(dir, 'mail'), 0o777);
  const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
  const internal = `default_internal_user = ${username}
default_internal_group = ${group}
default_login_user = ${username}
`;
  return `${uid === 0 ? '' : internal}protocols = imap
listen = 127.0.0.1
base_dir = ${dir}/run
state_dir = ${dir}/state
instance_name = ${dir}
log_path = ${dir}/log
ssl = yes
ssl_cert = <${dir}/certificate.pem
ssl_key = <${dir}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:${dir}/mail
mail_fsync = never
first_valid_uid = 1
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${dir}/mail
}
namespace inbox {
  inbox = yes
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
`;
}

interface Front {
  port: number;
  readonly connections: number;
  fallSilentAt: TestImapServer['fallSilentAt'];
  beforeAnswers: TestImapServer['beforeAnswers'];
  close(): void;
}

/** A port in front of the server, on which connections can be held up. */
async function openFront(port: number): Promise<Front> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let silentAt: RegExp | undefined;
  let wait = async (_asked: string) => {};
  const front = createServer((client) => {
    connections += 1;
    let isSilent = false;
    let asked = '';
    let answers = Promise.resolve();
    const server = connect(port, '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.on('data', (data) => {
      asked = data.toString('latin1');
      isSilent ||= silentAt?.test(asked) ?? false;
      server.write(data);
    });
    server.on('data', (data) => {
      const before = asked;
      answers = answers
        .then(() => wait(before))
        .then(() => void (isSilent || client.destroyed || client.write(data)));
    });
    client.on('close', () => server.destroy());
    server.on('close', () => isSilent || void answers.then(() => client.destroy()));
  });
  await once(front.listen(0, '127.0.0.1'), 'listening');
  const address = front.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    get connections() {
      return connections;
    },
    fallSilentAt: (command) => {
      silentAt = command;
    },
    beforeAnswers: (next) => {
      wait = next;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      front.close();
    },
  };
}
