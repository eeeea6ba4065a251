import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@nimule/core/kernel/errors';
import { inline, workbook } from '@nimule/fixtures/testing/documents/workbook';
import { needing, programsOfBackups } from '@nimule/fixtures/testing/needs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
const folder = mkdtempSync(join(tmpdir(), 'nimule-cli-'));

beforeAll(async () => {
  shell = await openShell();
  // The database was created at the start of the test.
  await shell.app.pool.query('update schema_migrations set applied_at = $1', [shell.app.time.now]);
});
afterAll(async () => {
  await shell.close();
  rmSync(folder, { recursive: true });
});

const file = (name: string) => join(folder, name);

// The tests depend on each other: an administrator sets up a company and bills its first month.

describe('isp init', () => {
  it('makes the first administrator and prints the temporary password once', async () => {
    const { code, stdout, stderr } = await shell.isp(
      'init --username grace --full-name "Grace Akol" --email grace@example.net',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^username {2,}/im);
    expect(stdout).toMatch(/^Temporary password +\S{10,}$/m);
    expect(stderr).toBe(
      'It has to be changed at a first sign-in within 7 days and is kept nowhere.\n',
    );
  });

  it('is refused when there is one', async () => {
    const { code, stdout, stderr } = await shell.isp(
      'init --username other --full-name Other --email other@example.net',
    );
    expect([code, stdout]).toEqual([6, '']);
    expect(stderr).toMatch(/^error: There is a master administrator already: grace\./);
  });

  it('names the options that are wrong', async () => {
    const { code, stderr } = await shell.isp('init --username "g r" --full-name x --email nowhere');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: --username: A username consists of/m);
    expect(stderr).toMatch(/^error: --email: Enter an e-mail address/m);
  });
});

describe('isp users', () => {
  it('creates, lists, grants, suspends, resets and deletes', async () => {
    const created = (await shell.json(
      'users create --username deng --full-name "Deng Lual" --email deng@example.net --role billing',
    )) as { temporaryPassword: string };
    expect(created.temporaryPassword.length).toBeGreaterThanOrEqual(10);
    const listed = (await shell.json('users list --role billing')) as object[];
    expect(listed).toMatchObject([{ username: 'deng', isActive: true, mustChangePassword: true }]);
    expect(await shell.json('users grant Deng invoice.edit')).toMatchObject({
      grants: ['invoice.edit'],
    });
    expect(await shell.json('users grant deng invoice.edit --revoke')).toMatchObject({
      grants: [],
    });
    expect(
      await shell.json('users update deng --role support --full-name "Deng Lual Ajak"'),
    ).toMatchObject({ username: 'deng', role: 'support', fullName: 'Deng Lual Ajak' });
    expect((await shell.isp('users update deng --full-name "Deng Lual"')).code).toBe(0);
    expect(await shell.isp('users update deng')).toMatchObject({
      code: 2,
      stderr: 'error: Say what to change: --role, --full-name, --username or --email.\n',
    });
    expect(await shell.json('users suspend deng')).toMatchObject({ isActive: false });
    expect(await shell.json('users suspend deng --undo')).toMatchObject({ isActive: true });
    const reset = (await shell.json('users reset-password deng')) as { temporaryPassword: string };
    expect(reset.temporaryPassword).not.toBe(created.temporaryPassword);
    const unasked = await shell.isp('users delete deng');
    expect([unasked.code, unasked.stderr]).toEqual([
      2,
      'error: Delete the account deng (Deng Lual) for good? Nobody is at this terminal to be asked: add --yes to do it.\n',
    ]);
    expect((await shell.isp('users delete deng --yes')).code).toBe(0);
    const gone = await shell.isp('users suspend deng');
    expect([gone.code, gone.stderr]).toEqual([5, 'error: User deng was not found.\n']);
  });

  it('refuses a permission that is granted to nobody', async () => {
    const { code } = await shell.isp('users grant grace billing.run');
    expect([2, 7]).toContain(code);
  });

  it('asks in a terminal, and takes no for an answer', async () => {
    await shell.json(
      'users create --username bol --full-name Bol --email bol@example.net --role support',
    );
    const isTTY = { stdin: true, stdout: false, stderr: true };
    await shell.app.pool.query(
      "update users set full_name = e'Bol \\u001B]0;title\\u009B2J' where username = 'bol'",
    );
    const no = await shell.isp('users delete bol', { isTTY, typed: 'n\n' });
    expect(no.code).toBe(0);
    // The prompt moves the cursor, but the name must not.
    expect(no.stderr).toContain('Delete the account bol (Bol ]0;title2J) for good?');
    expect(no.stdout).toBe('');
    expect(no.stderr).toContain('Nothing was done.');
    const left = await shell.isp('users delete bol', { isTTY, typed: '\u0003' });
    expect([left.code, left.stdout]).toEqual([130, '']);
    expect(left.stderr).not.toContain('error');
    const closed = await shell.isp('users delete bol', { isTTY, typed: '\u0004' });
    expect([closed.code, closed.stdout]).toEqual([0, '']);
    expect(closed.stderr).toContain('Nothing was done.');
    const yes = await shell.isp('users delete bol', { isTTY, typed: 'y\n' });
    expect(yes.stderr).toContain('The account bol was deleted.');
  });
});

describe('isp customers', () => {
  it('creates, with a package that sets bandwidth and fee', async () => {
    expect(
      await shell.json(
        'customers create --name "Akol Deng" --location "Juba Central" --package-type "Basic Fiber" --service-start-date 2026-01-01',
      ),
    ).toMatchObject({ customerId: 'SC001', bandwidth: 10, monthlyFeeUsd: 125 });
    const { code, stdout } = await shell.isp(
      'customers create --name "Nile Hotel" --type business --package-type "Flexible Plan" --bandwidth 30 --monthly-fee-usd 1,300.50 --service-start-date 2026-01-01',
    );
    expect(code).toBe(0);
    expect(stdout).toMatchSnapshot();
  });

  it('lists, filters and pages', async () => {
    expect((await shell.isp('customers list --sort name')).stdout).toMatchSnapshot();
    const paged = await shell.isp('customers list --page-size 1 --sort -name --format csv');
    expect(paged.stdout).toBe(
      'customerId,name,type,location,packageType,bandwidth,monthlyFeeUsd,status,suspendedByRule\r\nSC002,Nile Hotel,business,Juba Central,Flexible Plan,30,1300.5,Active,no\r\n',
    );
    expect(paged.stderr).toBe('1 of 2 shown; --page 2 shows the next.\n');
    expect((await shell.isp('customers list --page 9')).stderr).toMatch(
      /There are 2 in all; page 9 lies past the end\.\n$/,
    );
    expect((await shell.isp('customers list --q nobody')).stderr).toBe('Nothing found.\n');
  });

  it('shows one with what is owed', async () => {
    const { stdout } = await shell.isp('customers show SC001');
    expect(stdout).toMatch(/^Balance USD +0\.00$/m);
    const none = await shell.isp('customers show SC999');
    expect(none.code).toBe(5);
  });

  it('exports to standard output and to a file, which it does not replace unasked', async () => {
    const piped = await shell.isp('customers export');
    expect(piped.stdout).toContain('Akol Deng');
    const path = file('customers.xlsx');
    const saved = await shell.isp(['customers', 'export', '--format', 'xlsx', '--output', path]);
    expect([saved.code, saved.stdout, saved.stderr]).toEqual([0, '', `Saved ${path}\n`]);
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');
    const again = await shell.isp(['customers', 'export', '--format', 'xlsx', '--output', path]);
    expect([again.code, again.stderr]).toEqual([
      6,
      `error: ${path} is there already; --force replaces it.\n`,
    ]);
    const forced = await shell.isp(['customers', 'export', '--output', path, '--force']);
    expect(forced.code).toBe(0);
    const nowhere = await shell.isp([
      'customers',
      'export',
      '--output',
      file('no/such/folder.csv'),
    ]);
    expect(nowhere.code).toBe(2);
  });

  it('says which value is wrong', async () => {
    const { code, stderr } = await shell.isp('customers create --name X --location Paris');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: (?:--location: )?Choose a location\./);
    const pdf = await shell.isp('customers export --output customers.pdf');
    expect([pdf.code, pdf.stderr]).toEqual([
      2,
      'error: --output: customers.pdf must end with .xlsx or .csv, or --format says which of them it is.\n',
    ]);
  });

  it('says that a package overruled what was typed', async () => {
    const create = 'customers create --name Keji --status Inactive --package-type "Basic Fiber"';
    const { code, stdout, stderr } = await shell.isp(`${create} --monthly-fee-usd 99`);
    expect([code, stderr]).toEqual([
      0,
      'Basic Fiber sets bandwidth and monthly fee; those given were not used. A Flexible Plan takes them.\n',
    ]);
    expect(stdout).toMatch(/^Monthly USD +125\.00$/m);
    expect((await shell.isp(`${create} --monthly-fee-usd 125`)).stderr).toBe('');
    const flexible = await shell.isp(
      'customers create --name Keji --status Inactive --package-type "Flexible Plan" --bandwidth 12.7',
    );
    expect(flexible.stderr).toBe('Bandwidth: It is stored as 12 Mbps.\n');
    expect(flexible.stdout).toMatch(/^Mbps +12$/m);
  });
});

describe('isp billing', () => {
  it('shows what a run would make and writes nothing', async () => {
    expect(await shell.json('billing run --month 2026-11 --dry-run')).toMatchObject({
      month: '2026-11',
      dryRun: true,
      invoicesGenerated: 2,
      totalRevenue: 1425.5,
    });
    expect(await shell.json('billing status')).toMatchObject({ shouldRun: true, billed: 0 });
  });

  it('asks in a terminal with the figures', async () => {
    const isTTY = { stdin: true, stdout: false, stderr: true };
    const { code, stdout, stderr } = await shell.isp('billing run --month 2026-11', {
      isTTY,
      typed: '\n',
    });
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('Bill 2026-11: 2 invoices, $1,425.50?');
    expect(await shell.json('billing invoices')).toEqual([]);
  });

  it('bills a month once, with progress on stderr and the summary on stdout', async () => {
    const isTTY = { stdin: false, stdout: false, stderr: true };
    const first = await shell.isp('billing run --month 2026-11 --yes --format json', { isTTY });
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({
      month: '2026-11',
      dryRun: false,
      invoicesGenerated: 2,
      totalRevenue: 1425.5,
      skipped: 0,
    });
    expect(first.stderr).toBe('Billing: 2 of 2\n');
    const second = await shell.isp('billing run --month 2026-11 --yes');
    expect(second.stdout).toMatchSnapshot();
  });

  it('lists invoices', async () => {
    const { stdout } = await shell.isp('billing invoices --sort invoiceId');
    expect(stdout).toMatchSnapshot();
    const own = (await shell.json('billing invoices --customer SC001')) as { invoiceId: string }[];
    expect(own).toMatchObject([{ invoiceId: 'INV-2026-000001', openUsd: 125 }]);
  });

  it('records payments, of chosen invoices and in pounds', async () => {
    expect(
      await shell.json('billing pay SC001 --amount 100 --invoice inv-2026-000001 --reference R1'),
    ).toMatchObject({ amountUsd: 100, allocations: [{ invoiceNumber: 'INV-2026-000001' }] });
    const { stdout } = await shell.isp(
      'billing pay SC001 --amount 14,000 --currency SSP --account mobile_money',
    );
    expect(stdout).toMatchSnapshot();
    const unknown = await shell.isp('billing pay SC001 --amount 1 --invoice INV-1');
    expect([unknown.code, unknown.stderr]).toEqual([5, 'error: Invoice INV-1 was not found.\n']);
    const foreign = await shell.isp('billing pay SC002 --amount 1 --invoice inv-2026-000001');
    expect([foreign.code, foreign.stderr]).toEqual([
      2,
      expect.stringMatching(/^error: --invoice: INV-2026-000001 is of SC001 .+, not of SC002\.\n$/),
    ]);
    const nothing = await shell.isp('billing pay SC001 --amount 0');
    expect([nothing.code, nothing.stderr]).toEqual([
      2,
      'error: --amount: Enter an amount above zero.\n',
    ]);
    const endless = await shell.isp('billing pay SC001 --amount 99999999999');
    expect([endless.code, endless.stderr]).toEqual([
      2,
      'error: --amount: This amount is too large.\n',
    ]);
  });

  it('says which invoice that it pays is disputed, and exports the disputes', async () => {
    await shell.json('billing dispute INV-2026-000002 --reason "The router was off"');
    const { stdout } = await shell.isp('billing export-disputes');
    expect(stdout).toMatch(/^\uFEFF?invoiceId,.+\r\nINV-2026-000002,SC002,/);
    const part = await shell.isp('billing pay SC002 --amount 1');
    expect(part.stderr).toMatch(
      /^INV-2026-000002, disputed since 20\d\d-\d\d-\d\d, is still disputed\.\n$/,
    );
    const { openUsd } = (
      (await shell.json('billing invoices --customer SC002')) as {
        openUsd: number;
      }[]
    )[0]!;
    expect(openUsd).toBeGreaterThan(1);
    await shell.json('billing decide INV-2026-000002 --outcome withdrawn');
  });

  it('names the columns that a list can be sorted by', async () => {
    const { code, stderr } = await shell.isp('billing invoices --sort invoice');
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: --sort: Must be one of invoiceId, -invoiceId, customerName, /),
    ]);
  });

  it('refuses a month that is none', async () => {
    for (const line of ['billing run --month november --yes', 'billing run --month 2026-13']) {
      const { code, stderr } = await shell.isp(line);
      expect([code, stderr]).toEqual([2, 'error: --month: Enter a month such as 2026-11.\n']);
    }
  });

  it('suspends who is overdue, and shows whom first', async () => {
    shell.app.time.set('2026-12-25T08:00:00Z');
    const dry = await shell.isp('billing disconnect --dry-run');
    expect(dry.stdout).toContain('SC002');
    expect(dry.stderr).toMatch(/^1 to be suspended, 0 to be restored, 0 held/m);
    expect((await shell.isp('billing disconnect')).code).toBe(2);
    expect(await shell.json('billing disconnect --yes')).toMatchObject({ suspended: 1 });
    const [suspended, ...more] = (await shell.json('billing suspended --by rule')) as Record<
      string,
      unknown
    >[];
    expect([suspended, more]).toMatchObject([{ by: 'rule', actorName: 'tester (shell)' }, []]);
    expect(await shell.json('billing suspended --by hand')).toEqual([]);
    const history = await shell.isp(`customers history ${suspended?.customerNumber}`);
    expect(history.stdout).toMatch(/Suspended by the 15-day rule +Status: Active → Suspended/);
    shell.app.time.set('2026-11-21T08:00:00Z');
  });
});

describe('isp rates', () => {
  it('adds a rate and lists them', async () => {
    expect(await shell.json('rates set 420 --valid-from 2026-12-01 --note Bank')).toMatchObject({
      purpose: 'standard',
      rate: 420,
      validFrom: '2026-12-01',
      createdBy: 'tester (shell)',
    });
    const { stdout } = await shell.isp('rates list');
    expect(stdout).toContain('420.00');
    expect((await shell.isp('rates set nothing')).code).toBe(2);
  });
});

describe('isp books', () => {
  it('balance', async () => {
    const balance = (await shell.json('books trial-balance --month 2026-11')) as {
      totalDebit: number;
      totalCredit: number;
      isBalanced: boolean;
      accounts: object[];
    };
    expect(balance.isBalanced).toBe(true);
    expect(balance.totalDebit).toBe(balance.totalCredit);
    expect(balance.accounts.length).toBeGreaterThan(2);
    const { stdout, stderr } = await shell.isp('books trial-balance --month 2026-11');
    expect(stdout).toMatch(/^ +Total +/m);
    expect(stderr).toBe('Balanced.\n');
  });

  it('are posted to, shown and reversed by hand', async () => {
    const posted = (await shell.json(
      'books post --date 2026-11-20 --description "Rent" --debit 5910=800 --credit 1110=800',
    )) as { entryId: string };
    expect(posted).toMatchObject({ totalDebit: 800, lines: [{ debitAmount: 800 }, {}] });
    const shown = await shell.isp(`books entry ${posted.entryId}`);
    expect(shown.stdout).toContain('Rent');
    const inPounds = await shell.json(
      'books post --date 2026-11-20 --description "Fuel" --debit 5310=10 --credit 1160=10:4000.50',
    );
    expect(inPounds).toMatchObject({ lines: [{ sspAmount: null }, { sspAmount: 4000.5 }] });
    const reversal = await shell.json(`books reverse ${posted.entryId} --reason "Posted twice"`);
    expect(reversal).toMatchObject({ reversalOf: posted.entryId });
    const again = await shell.isp(`books reverse ${posted.entryId} --reason "Again"`);
    expect([6, 7]).toContain(again.code);
    const journal = await shell.isp('books journal --month 2026-11 --format csv');
    expect(journal.stdout).toContain(posted.entryId);
  });

  it('show the ledger of an account with its balance, and the statements as a file', async () => {
    const { stdout, stderr } = await shell.isp('books ledger 1110 --page-size 2 --format csv');
    expect(stdout.split('\r\n')[0]).toBe(
      'date,entryNumber,description,reference,debitAmount,creditAmount,balance',
    );
    expect(stderr).toMatch(/^1110 Cash on Hand, 2026-01 to 2026-11: opening balance \S+, closing/);
    expect(await shell.json('books ledger 1160 --to 2026-11')).toMatchObject({
      account: { currency: 'SSP' },
      closingSsp: expect.any(Number),
    });
    expect((await shell.isp('books ledger 1100')).code).toBe(2);
    expect((await shell.isp('books accounts --format csv')).stdout).toContain('1160,');
    const file = await shell.isp('books statements --month 2026-11 --format csv --output -');
    expect(file.stdout).toContain('Total liabilities and equity');
  });

  it('refuse what does not balance and lines that cannot be read', async () => {
    const uneven = await shell.isp(
      'books post --date 2026-11-20 --description x --debit 5910=800 --credit 1110=700',
    );
    expect([2, 7]).toContain(uneven.code);
    const unread = await shell.isp('books post --date 2026-11-20 --description x --debit 5910');
    expect([unread.code, unread.stderr]).toEqual([
      2,
      'error: --debit: Write 5910 as account=amount, such as 1110=125.50, on an account in pounds with them, such as 1160=10:4000.\n',
    ]);
    expect((await shell.isp('books entry JE-2026-999999')).code).toBe(5);
    expect((await shell.isp('books journal --month 13')).code).toBe(2);
    const early = await shell.isp('books trial-balance --month 1999-01');
    expect([early.code, early.stderr]).toEqual([
      2,
      'error: --month: Enter a month from 2000-01 to 2200-12, not 1999-01.\n',
    ]);
  });

  it('are locked and opened by the month', async () => {
    const matters = (await shell.json('books open 2026-10')) as { title: string }[];
    const { code, stderr } = await shell.isp('books lock 2026-10');
    expect([code, matters.filter(({ title }) => !stderr.includes(title))]).toEqual([2, []]);
    expect(await shell.json('books lock 2026-10 --yes')).toMatchObject({ isLocked: true });
    const late = await shell.isp(
      'books post --date 2026-10-20 --description x --debit 5910=1 --credit 1110=1',
    );
    expect(late.code).toBe(7);
    expect(await shell.json('books unlock 2026-10')).toMatchObject({ isLocked: false });
  });

  it('are checked and exported', async () => {
    const { code, stdout, stderr } = await shell.isp('books check');
    expect([code, stderr]).toEqual([0, 'The books are sound.\n']);
    expect(stdout).toMatch(/^yes /m);
    const exported = await shell.isp('books export --format hledger');
    expect(exported.stdout).toContain('Rent');
  });
});

describe('isp import', () => {
  it('reads a file by its own headers and values, once', async () => {
    const path = file('churn.csv');
    writeFileSync(path, 'customerID,Fee,Churn\nT-1,29.85,No\nT-2,56.95,Yes\nT-3,abc,No\n');
    const command = [
      'import',
      'customers',
      path,
      '--map',
      'customerId=customerID',
      '--map',
      'name=customerID',
      '--map',
      'monthlyFeeUsd=Fee',
      '--map',
      'status=Churn',
      '--value',
      'status.No=Active',
      '--value',
      'status.Yes=Inactive',
      '--set',
      'packageType=Flexible Plan',
      '--set',
      'type=individual',
      '--set',
      'location=Juba Central',
      '--set',
      'serviceStartDate=2026-01-01',
      '--format',
      'json',
    ];
    const dry = await shell.isp([...command, '--dry-run']);
    expect(JSON.parse(dry.stdout)).toMatchObject({ recordsCreated: 2, dryRun: true });
    const first = await shell.isp(command);
    expect(first.code).toBe(7);
    expect(JSON.parse(first.stdout)).toMatchObject({
      recordsProcessed: 3,
      recordsCreated: 2,
      recordsUpdated: 0,
      recordsFailed: 1,
    });
    expect(first.stderr).toMatch(/4/);
    const second = await shell.isp(command);
    expect(JSON.parse(second.stdout)).toMatchObject({ recordsCreated: 0, recordsUpdated: 0 });
    expect(await shell.json('customers show T-2')).toMatchObject({ status: 'Inactive' });
  });

  it('lists what was imported, and saves the refused rows to be corrected and sent again', async () => {
    const [latest] = (await shell.json('import runs')) as { id: number }[];
    const id = latest!.id;
    expect(latest).toMatchObject({ filename: 'churn.csv', status: 'done', recordsFailed: 1 });
    const shown = await shell.isp(`import show ${id}`);
    expect(shown.stdout).toMatch(/^Refused +1$/m);
    expect(shown.stderr).toMatch(
      /^Customers: file \d+, books \d+; .*, unexplained 0\.$[\s\S]*^Row 4: monthlyFeeUsd: /m,
    );
    expect(await shell.json(`import show ${id} --changes`)).toEqual([]);
    const refused = file('refused.csv');
    const saved = await shell.isp(['import', 'show', String(id), '--refused', refused]);
    expect([saved.code, saved.stderr]).toEqual([0, `Saved ${refused}\n`]);
    expect(readFileSync(refused, 'utf8')).toMatch(
      /^\uFEFFcustomerID,Fee,Churn,Import errors\r\nT-3,abc,No,.*monthlyFeeUsd: /,
    );
    const pdf = await shell.isp(`import show ${id} --refused refused.pdf`);
    expect([pdf.code, pdf.stderr]).toEqual([
      2,
      'error: --refused: refused.pdf must end with .xlsx or .csv.\n',
    ]);
    expect((await shell.isp('import show 987654')).code).toBe(5);
  });

  it('reports a reason once with the option that fixes it, and keeps prices on request', async () => {
    const path = file('moved.csv');
    const row = (id: number, fee: string) => `K-${id},Keji,Basic,${fee},Inactive`;
    writeFileSync(
      path,
      `customerId,name,package,fee,status\n${row(1, '99')}\n${row(2, '125')}\n${row(3, '80')}\n`,
    );
    const town = ['--set', 'location=Juba Central'];
    const command = ['import', 'customers', path, ...town];
    const refused = await shell.isp(command);
    expect([refused.code, refused.stderr]).toEqual([
      7,
      'Import 3; isp import show 3 tells more.\n3 rows (2, 3, 4): packageType: "Basic" is unknown. Choose one of: Basic Fiber, Standard Fiber, Business Fiber, Enterprise Fiber, Flexible Plan. Mend it with --value "packageType.Basic=Basic Fiber".\n',
    ]);
    const [latest] = (await shell.json('import runs')) as { id: number }[];
    expect((await shell.isp(`import show ${latest!.id}`)).stderr).toContain(
      'Mend it with --value "packageType.Basic=Basic Fiber".',
    );
    const mended = await shell.isp([...command, '--value', 'packageType.Basic=Basic Fiber']);
    expect([mended.code, mended.stderr]).toEqual([
      0,
      'Import 4; isp import show 4 tells more.\n2 rows (2, 4): the fee or bandwidth of the file is not the package’s; the customer has a Flexible Plan with those of the file.\n',
    ]);
    expect(await shell.json('customers show K-1')).toMatchObject({
      packageType: 'Flexible Plan',
      bandwidth: 10,
      monthlyFeeUsd: 99,
    });
    expect(await shell.json('customers show K-2')).toMatchObject({ packageType: 'Basic Fiber' });
  });

  it('tells of an undo, and takes over one whose process was killed', async () => {
    const path = file('undone.csv');
    writeFileSync(path, 'customerId,name,monthlyFee\nU-1,Undone,30\n');
    const flexible = ['--set', 'packageType=Flexible Plan'];
    const { stderr } = await shell.isp(['import', 'customers', path, ...flexible]);
    const id = /^Import (\d+); isp import show \1 tells more\.$/m.exec(stderr)![1]!;
    const { pool, time } = shell.app;
    const began = time.now;
    await pool.query(
      `update import_runs set undo_status = 'running', undo_heartbeat_at = $2, undone_by = 'grace' where id = $1`,
      [id, began],
    );
    const undoing = shell.start(`import undo ${id} --yes`);
    await expect.poll(() => undoing.read().stderr).toBe('Waiting for another process\n');
    time.set(new Date(began.getTime() + 61_000).toISOString());
    const undone = await undoing.ended;
    time.set(began.toISOString());
    expect([undone.code, undone.stderr]).toEqual([0, 'Waiting for another process\n']);
    expect(undone.stdout).toMatch(/^Undo +done$[\s\S]*^Removed +1$/m);
    const shown = await shell.isp(`import show ${id}`);
    expect(shown.stderr).toMatch(/^Undo: done by grace on .+: 1 removed, 0 reversed, 0 kept\.$/m);
    expect((await shell.isp('import runs')).stdout).toMatch(/undone\.csv .* done\s*$/m);
    expect(await shell.json(`import show ${id} --kept`)).toEqual([]);
    expect(await shell.json(`import show ${id} --differences`)).toEqual([]);
    expect((await shell.isp(`import show ${id} --kept --changes`)).code).toBe(2);
  });

  it('reads the sheet that is named', async () => {
    const path = file('two-sheets.xlsx');
    const row = (...cells: string[]) => `<row>${cells.map(inline).join('')}</row>`;
    const tab = (name: string, fee: string) => ({
      name,
      rows: `${row('customerId', 'name', 'monthlyFeeUsd')}${row('S-1', 'Lado', fee)}`,
    });
    writeFileSync(path, workbook([tab('Old', 'unknown'), tab('New', '125')]));
    const settings = ['--set', 'location=Yei', '--set', 'packageType=Basic Fiber', '--dry-run'];
    const read = (...sheet: string[]) =>
      shell.isp(['import', 'customers', path, ...sheet, ...settings]);
    expect((await read()).code).toBe(7);
    const named = await read('--sheet', 'New');
    expect([named.code, named.stdout]).toEqual([0, expect.stringMatching(/^Created +1$/m)]);
    const other = await read('--sheet', 'Newer');
    expect([other.code, other.stderr]).toEqual([
      2,
      'error: There is no sheet "Newer" in the file. It has: "Old", "New".\n',
    ]);
  });

  it('refuses what is not there, cannot be read, or is written wrongly', async () => {
    const missing = await shell.isp('import customers nowhere.csv');
    expect([missing.code, missing.stderr]).toEqual([5, 'error: There is no file nowhere.csv.\n']);
    expect((await shell.isp(['import', 'customers', folder])).code).toBe(2);
    const path = file('churn.csv');
    const pair = await shell.isp(['import', 'customers', path, '--map', 'name']);
    expect([pair.code, pair.stderr]).toEqual([2, 'error: --map: Write name as name=value.\n']);
    const twice = ['--set', 'location=Yei', '--set', 'location=Wau'];
    const set = await shell.isp(['import', 'customers', path, ...twice]);
    expect([set.code, set.stderr]).toEqual([2, 'error: --set: "location" is given twice.\n']);
    const sheet = await shell.isp(['import', 'customers', path, '--sheet', 'Sheet1']);
    expect([sheet.code, sheet.stderr]).toEqual([
      2,
      'error: --sheet: The file is no workbook and has no sheets. Leave the sheet out.\n',
    ]);
  });

  it('writes its templates', async () => {
    const { code, stdout } = await shell.isp('import template customers --format csv');
    expect(code).toBe(0);
    expect(stdout).toContain('customerId');
    expect((await shell.isp('import template general')).code).toBe(2);
  });
});

describe('isp jobs', needing(...programsOfBackups()), () => {
  it('lists what is due, runs it, and runs one again when asked', async () => {
    const named = (names: string) => names.split(' ').map((name) => ({ name }));
    const often =
      'support.alarms messages.facts imports.resume access.sweep access.codes audit.seal audit.refusals';
    const first = await shell.json('jobs due --dry-run');
    expect(first).toEqual(named(`${often} payments.check network.poll`));
    await shell.app.pool.query(`update schema_migrations set applied_at = '2026-10-01T00:00:00Z'`);
    const due = await shell.json('jobs due --dry-run');
    expect(due).toEqual([
      ...named('billing.monthly accounting.recurring expenses.recurring billing.disconnect'),
      ...named('backup.nightly identity.purge vouchers.expire outbox.purge support.alarms'),
      ...named('support.digest reports.scheduled messages.facts messages.daily messages.purge'),
      ...named('imports.resume imports.purge network.purge access.sweep access.codes access.purge'),
      ...named('approvals.expire audit.copy'),
      ...named('audit.seal audit.refusals payments.check network.poll'),
    ]);
    const ran = await shell.isp('jobs due');
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/^billing\.monthly +2026-11 +done/m);
    expect(await shell.json('jobs due --dry-run')).toEqual([]);
    expect(await shell.json('jobs run billing.monthly')).toMatchObject({ outcome: 'done' });
    expect((await shell.isp('jobs run billing.yearly')).code).toBe(5);
    expect((await shell.isp('jobs list')).stdout).toMatch(/Day 1 of the month at 00:05/);
  });
});

describe('isp audit', () => {
  it('names the user of the operating system', async () => {
    const lines = (await shell.json('audit list --entity user')) as object[];
    expect(lines.at(-1)).toMatchObject({ actorKind: 'shell', actorName: 'tester (shell)' });
    const { stdout } = await shell.isp('audit list --page-size 3');
    expect(stdout.split('\n')[0]).toMatch(/^When +Who +Username +From +Action +Record +ID +What$/);
  });
});

describe('isp doctor and env', () => {
  it('finds a working installation well', needing(...programsOfBackups()), async () => {
    const env = { ISP_DATA_DIR: folder };
    const { code, stdout } = await shell.isp('doctor --format json', { env });
    const findings = JSON.parse(stdout) as { check: string; state: string }[];
    expect(code).toBe(0);
    expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual([
      'node',
      'disk',
      'privacy',
      'passwords',
      'backups',
      'backup copy',
      'database',
      'migrations',
      'clock',
      'secret key',
      'administrator',
      'jobs',
      ...['audit seals', 'evidence', 'last backup', 'network', 'radius'],
      ...(shell.app.embedded ? [] : ['pg_dump', 'owner', 'role']),
      'time zone',
      'mail',
      'sms',
      'payments',
      'assistant',
    ]);
  });

  it('warns of a password for mail that is sent without TLS', async () => {
    const { config, ports } = shell.app;
    const email = { ...ports.email, kind: 'smtp' as const, verify: async () => {} };
    const mailWith = async (smtpUrl: string) => {
      Object.assign(shell.app, { config: { ...config, smtpUrl }, ports: { ...ports, email } });
      const { stdout } = await shell.isp('doctor', { env: { ISP_DATA_DIR: folder } });
      return /^(\w+) +mail .*$/m.exec(stdout)?.[1];
    };
    const insecure = await mailWith('smtp://grace:pw@mail.example.net?insecure=yes');
    const secure = await mailWith('smtps://grace:pw@mail.example.net');
    Object.assign(shell.app, { config, ports });
    expect([insecure, secure]).toEqual(['warning', 'ok']);
  });

  it('says whether SMS are sent, and why the gateway cannot be used', async () => {
    const { ports } = shell.app;
    const findingOf = async (sms: Partial<typeof ports.sms>) => {
      Object.assign(shell.app, { ports: { ...ports, sms: { ...ports.sms, ...sms } } });
      const { stdout } = await shell.isp('doctor', { env: { ISP_DATA_DIR: folder } });
      return /^(\w+ +sms .*)$/m.exec(stdout)?.[1];
    };
    const refusal = new AppError('unavailable', 'sms.unreachable', 'The SMS gateway x is away.');
    const outbox = await findingOf({ kind: 'outbox' });
    const smpp = await findingOf({ kind: 'smpp' });
    const away = await findingOf({ kind: 'smpp', verify: () => Promise.reject(refusal) });
    Object.assign(shell.app, { ports });
    expect(outbox).toMatch(/^warning +sms +SMS_URL is not set: nothing is sent, .*outbox-sms/);
    expect(smpp).toMatch(/^ok +sms/);
    expect(away).toMatch(/^failed +sms +The SMS gateway x is away\.$/);
  });

  it('says whether money moves, and why MTN MoMo cannot be used', async () => {
    const { ports } = shell.app;
    const findingOf = async (payments: Partial<typeof ports.payments>) => {
      Object.assign(shell.app, {
        ports: { ...ports, payments: { ...ports.payments, ...payments } },
      });
      const { stdout } = await shell.isp('doctor', { env: { ISP_DATA_DIR: folder } });
      return /^(\w+ +payments .*)$/m.exec(stdout)?.[1];
    };
    const refusal = new AppError('unavailable', 'payments.unreachable', 'MTN MoMo is away.');
    const simulated = await findingOf({});
    const momo = await findingOf({ kind: 'momo' });
    const off = await findingOf({ kind: 'off' });
    const away = await findingOf({ kind: 'momo', verify: () => Promise.reject(refusal) });
    Object.assign(shell.app, { ports });
    expect(simulated).toMatch(/^warning +payments +simulated: no money moves/);
    expect(momo).toMatch(/^ok +payments +MTN MoMo accepts the keys/);
    expect(off).toMatch(/^ok +payments +mobile money is switched off/);
    expect(away).toMatch(/^failed +payments +MTN MoMo is away\.$/);
  });

  it('names what is wrong with the environment', async () => {
    const { code, stderr } = await shell.isp('doctor', {
      env: { PORT: 'http', ISP_LOG_LEVEL: 'loud' },
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: PORT must be a whole number/m);
    expect(stderr).toMatch(/^error: ISP_LOG_LEVEL must be one of/m);
    const typed = await shell.isp('serve --port abc', { env: { PORT: '3000' } });
    expect([typed.code, typed.stderr]).toEqual([
      2,
      "error: --port must be a whole number from 0 to 65535, not 'abc'.\n",
    ]);
  });

  it('lists the settings without their secrets', async () => {
    const env = { DATABASE_URL: 'postgres://grace:pass-one@db/nimule' };
    const { stdout } = await shell.isp('env', { env });
    expect(stdout).toMatch(/^DATABASE_URL +yes/m);
    expect(stdout).not.toContain('pass-one');
  });
});
