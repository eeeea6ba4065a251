import { access, constants, stat, statfs } from 'node:fs/promises';
import { type Config, readConfig } from '@nimule/core/config';
import type { App } from '@nimule/core/context';
import { describeAddress, isInClear, openingError } from '@nimule/core/database/address';
import { appliedMigrations, readMigrations } from '@nimule/core/database/migrate';
import { databaseClock, serverEncoding, serverVersion } from '@nimule/core/database/probe';
import { commonPasswords } from '@nimule/core/identity/common-passwords';
import { dueJobs } from '@nimule/core/jobs/service';
import { BUSINESS_TIME_ZONE } from '@nimule/core/kernel/dates';
import { unusableDataDirectory } from '@nimule/core/ports/data-directory';
import { foreignOwner } from '@nimule/core/ports/directory-owner';
import { smtpSecurity } from '@nimule/core/ports/email';
import { smppWarning } from '@nimule/core/ports/sms/smpp-options';
import { getPause, pauseText } from '@nimule/core/records/pause';
import { checkSeals } from '@nimule/core/seals/service-verify';
import { checkFreeRadius } from './commands/access/doctor-radius.ts';
import {
  checkBackupCopy,
  checkBackupDirectory,
  checkLastBackup,
  checkOwner,
  checkPgDump,
  checkSecretKey,
} from './doctor-backups.ts';
import {
  attempt,
  type Finding,
  failed,
  messageOf,
  nearestDirectory,
  OTHERS,
  ok,
  sizeText,
  warning,
} from './doctor-findings.ts';
import { checkNetwork } from './doctor-network.ts';
import { checkEvidence, checkRole } from './doctor-roles.ts';
import type { Io } from './io.ts';
import type { Session } from './session.ts';

const MIN_FREE_BYTES = 100 * 1024 ** 2;
const GOOD_FREE_BYTES = 1024 ** 3;
const MAX_CLOCK_SKEW_MS = 5_000;
const NEEDED_ENCODING = 'UTF8';
const MIN_NODE = [20, 19] as const;

/** Runs all checks; those that depend on a failed one are left out. */
export async function examine(io: Io, open: () => Promise<Session>): Promise<Finding[]> {
  const config = readConfig(io.env);
  const findings = [
    checkNode(process.versions.node),
    await checkDisk(config),
    ...(await checkPrivacy(config)),
    await checkPasswords(),
    await attempt('backups', () => checkBackupDirectory(config)),
    await attempt('backup copy', () => checkBackupCopy(config)),
  ];
  let session: Session;
  try {
    session = await open();
  } catch (error) {
    findings.push(await attempt('secret key', () => checkSecretKey(config)));
    return [...findings, checkTimeZone(), failed('database', messageOf(error))];
  }
  const { app } = session;
  const database = await attempt('database', () => checkDatabase(app));
  findings.push(database);
  if (database.state === 'ok') {
    const migrations = await attempt('migrations', () => checkMigrations(app));
    findings.push(migrations, await attempt('clock', () => checkClock(app)));
    if (migrations.state === 'ok') {
      findings.push(await attempt('secret key', () => checkSecretKey(config, app)));
      findings.push(await attempt('administrator', () => checkAdministrator(session)));
      findings.push(await attempt('jobs', () => checkJobs(app)));
      findings.push(await attempt('audit seals', () => checkAuditSeals(session)));
      findings.push(await attempt('evidence', () => checkEvidence(app)));
      findings.push(await attempt('last backup', () => checkLastBackup(session)));
      findings.push(await attempt('network', () => checkNetwork(session)));
      findings.push(await attempt('radius', () => checkFreeRadius(session)));
    }
    if (!app.embedded) {
      findings.push(await attempt('pg_dump', () => checkPgDump(app)));
      findings.push(await attempt('owner', () => checkOwner(app)));
      findings.push(await attempt('role', () => checkRole(app)));
    }
  }
  findings.push(checkTimeZone(), await attempt('mail', () => checkMail(app)));
  findings.push(await attempt('sms', () => checkSms(app)));
  findings.push(await attempt('payments', () => checkPayments(app)));
  findings.push(await attempt('assistant', () => checkAssistant(app)));
  return findings;
}

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  return (fits ? ok : failed)('node', `${version}; ${MIN_NODE.join('.')} or newer is needed`);
}

async function checkDisk({ dataDir }: Config): Promise<Finding> {
  try {
    const foreign = foreignOwner(dataDir);
    if (foreign) return failed('disk', foreign);
    const place = await nearestDirectory(dataDir);
    await access(place, constants.W_OK);
    const { bavail, bsize } = await statfs(place);
    const free = bavail * bsize;
    const missing = place === dataDir ? '' : `; ${dataDir} is still to be made`;
    const detail = `${sizeText(free)} free in ${place}${missing}`;
    if (free < MIN_FREE_BYTES) return failed('disk', detail);
    return (free < GOOD_FREE_BYTES ? warning : ok)('disk', detail);
  } catch (error) {
    return failed(
      'disk',
      messageOf(unusableDataDirectory(dataDir, error as NodeJS.ErrnoException)),
    );
  }
}

/** The data directory holds the embedded database, unsent mail and demo sign-ins; skipped if it does not exist. */
async function checkPrivacy({ dataDir }: Config): Promise<Finding[]> {
  const found = await stat(dataDir).catch(() => undefined);
  // Windows has no such permission bits.
  if (!found?.isDirectory() || process.platform === 'win32') return [];
  return [
    found.mode & OTHERS
      ? warning(
          'privacy',
          `other users of this machine may look into ${dataDir}, where customers' data lie: chmod 700 ${dataDir}`,
        )
      : ok('privacy', `no other user of this machine may look into ${dataDir}`),
  ];
}

/** The list of common passwords is a file of the installation; without it no password can be set. */
export function checkPasswords(read = commonPasswords): Promise<Finding> {
  return attempt('passwords', async () => {
    const { size } = read();
    return size > 0
      ? ok('passwords', `${size} common ones are refused`)
      : failed('passwords', 'the list of common passwords in this installation is empty');
  });
}

/** What is to be said of a database that answers. */
export function judgeDatabase(url: string, detail: string, encoding: string): Finding {
  if (encoding !== NEEDED_ENCODING) {
    return failed(
      'database',
      `${detail}: its encoding is ${encoding}, which cannot hold every name. Make another with createdb --template=template0 --encoding=${NEEDED_ENCODING} and name it in DATABASE_URL.`,
    );
  }
  return isInClear(url)
    ? warning(
        'database',
        `${detail}: on another machine and without TLS, so that passwords and books can be overheard; add ?sslmode=verify-full to DATABASE_URL`,
      )
    : ok('database', detail);
}

async function checkDatabase(app: App): Promise<Finding> {
  const { databaseUrl, dataDir } = app.config;
  if (!databaseUrl)
    return ok('database', `PostgreSQL ${await serverVersion(app.db)}, embedded, in ${dataDir}`);
  try {
    const detail = `PostgreSQL ${await serverVersion(app.db)}, ${describeAddress(databaseUrl)}`;
    return judgeDatabase(databaseUrl, detail, await serverEncoding(app.db));
  } catch (error) {
    return failed('database', messageOf(openingError(databaseUrl, error)));
  }
}

async function checkMigrations(app: App): Promise<Finding> {
  const [known, applied = []] = await Promise.all([readMigrations(), appliedMigrations(app.pool)]);
  const detail = `${applied.length} of ${known.length} applied`;
  if (applied.length > known.length)
    return failed('migrations', `${detail}: the database is newer`);
  if (applied.length < known.length) {
    return failed(
      'migrations',
      `${detail}; the next command or isp serve applies the rest, or isp migrate as the owner of the tables`,
    );
  }
  const differs = known.find(({ checksum }, index) => applied[index]?.checksum !== checksum);
  if (differs)
    return failed(
      'migrations',
      `${differs.version} (${differs.name}) is another than this program's`,
    );
  return ok('migrations', detail);
}

async function checkClock(app: App): Promise<Finding> {
  const before = app.clock();
  const skew = Math.abs((await databaseClock(app.db)).getTime() - before.getTime());
  const detail = `${before.toISOString()}, ${(skew / 1000).toFixed(1)} s from the database's`;
  return (skew > MAX_CLOCK_SKEW_MS ? warning : ok)('clock', detail);
}

/** Business dates need Node's time zone data; in a build without them they would be wrong. */
function checkTimeZone(): Finding {
  const hour = new Intl.DateTimeFormat('en-GB', {
    timeZone: BUSINESS_TIME_ZONE,
    hour: '2-digit',
    hourCycle: 'h23',
  }).format(new Date('2026-01-01T12:00:00Z'));
  return (hour === '14' ? ok : failed)(
    'time zone',
    `${BUSINESS_TIME_ZONE}: 12:00 UTC is ${hour}:00`,
  );
}

async function checkAdministrator(session: Session): Promise<Finding> {
  const { body } = await session.call('userStats', {});
  const { administrators, total } = body;
  return administrators > 0
    ? ok('administrator', `${administrators} of ${total} staff accounts`)
    : warning('administrator', 'none yet: isp init makes the first');
}

async function checkJobs(app: App): Promise<Finding> {
  const pause = await getPause(app.db);
  if (pause) return warning('jobs', pauseText(pause));
  const due = await dueJobs(app);
  return due.length === 0
    ? ok('jobs', 'none is due')
    : warning('jobs', `due: ${due.join(', ')}; isp serve runs them, or isp jobs due`);
}

/** Whether the audit log is sealed each minute, and as it was sealed in the last day. */
async function checkAuditSeals(session: Session): Promise<Finding> {
  const { isSound, isLate, detail } = await checkSeals(await session.context());
  if (!isSound) return failed('audit seals', detail);
  return (isLate ? warning : ok)('audit seals', detail);
}

async function checkMail(app: App): Promise<Finding> {
  await app.ports.email.verify();
  const { smtpUrl } = app.config;
  if (smtpUrl && smtpSecurity(smtpUrl).isInsecure) {
    return warning(
      'mail',
      'the SMTP server answers; the password may be sent to it without TLS, since SMTP_URL says insecure=yes',
    );
  }
  return app.ports.email.kind === 'smtp'
    ? ok('mail', 'the SMTP server answers')
    : warning('mail', `SMTP_URL is not set: messages go to ${app.config.dataDir}/outbox`);
}

async function checkPayments({ ports: { payments } }: App): Promise<Finding> {
  await payments.verify();
  if (payments.kind === 'simulated')
    return warning(
      'payments',
      'simulated: no money moves, yet sales are booked; ISP_PAYMENTS=momo collects through MTN MoMo, off takes vouchers alone',
    );
  return payments.kind === 'off'
    ? ok('payments', 'mobile money is switched off')
    : ok('payments', 'MTN MoMo accepts the keys');
}

/** A language model is asked one word: only an answer shows that address, key and name are right. */
async function checkAssistant({ ports: { assistant } }: App): Promise<Finding> {
  if (assistant.kind === 'off')
    return ok('assistant', 'answers by its rules; AI_BASE_URL connects a language model');
  const outcome = await assistant.ask({
    system: 'Answer with the word OK.',
    messages: [{ role: 'user', content: 'Are you there?' }],
    maxTokens: 50,
  });
  return outcome.kind === 'answer'
    ? ok('assistant', `the language model ${assistant.model} answers`)
    : warning(
        'assistant',
        `the language model ${assistant.model}: ${outcome.reason}; until it answers, the rules do`,
      );
}

async function checkSms(app: App): Promise<Finding> {
  const { sms } = app.ports;
  await sms.verify();
  if (sms.kind === 'outbox') {
    const folder = `${app.config.dataDir}/outbox-sms`;
    return warning('sms', `SMS_URL is not set: nothing is sent, messages go to ${folder}`);
  }
  const { url } = app.config.sms;
  const risk = sms.kind === 'smpp' && url ? smppWarning(url) : undefined;
  if (risk) return warning('sms', `the SMPP gateway accepts the user; ${risk}`);
  return sms.kind === 'smpp'
    ? ok('sms', 'the SMPP gateway accepts the user')
    : ok('sms', 'the gateway can be reached; only isp sms test shows whether it takes messages');
}
