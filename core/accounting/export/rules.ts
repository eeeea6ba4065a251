import { type Cents, toDecimal } from '../../kernel/money.ts';
import type { Account, AccountType, BooksFormat } from '../schema.ts';
import { LEAF_LEVEL } from '../schema.ts';

/** An exported entry. Amounts in US cents. */
export interface BooksEntry {
  number: string;
  date: string;
  description: string;
  reference: string;
  source: string;
  sourceId: number;
  revision: number;
  lines: readonly BooksLine[];
}

export interface BooksLine {
  account: string;
  debit: Cents;
  credit: Cents;
  customerId: number | null;
  supplierId: number | null;
  employeeId: number | null;
  /** SSP cents of a line on a pound account, below zero for a credit. */
  ssp: Cents | null;
  description: string;
}

export interface BooksWriter {
  head(title: string): string;
  entry(entry: BooksEntry): string;
}

/** Root names by account type, for all programs; the header of a beancount file renames Income to 'Revenue'. */
const roots: Record<AccountType, string> = {
  ASSET: 'Assets',
  LIABILITY: 'Liabilities',
  EQUITY: 'Equity',
  REVENUE: 'Revenue',
  EXPENSE: 'Expenses',
};

/** 'SME/Corporate AR' → 'SME-Corporate-AR': beancount allows only letters, digits and dashes. */
function nameComponent(name: string): string {
  const text = name
    .normalize('NFC')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{Nd}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A component must begin with a capital or a digit; otherwise the code is put in front. */
function groupComponent({ code, name }: Account): string {
  const text = nameComponent(name);
  return /^[\p{Lu}\p{Nd}]/u.test(text) ? text : nameComponent(`${code} ${name}`);
}

/** Leaf code → 'Assets:Cash-Bank:1110-Cash-on-Hand'. The code makes every path unique. */
export function accountPaths(accounts: readonly Account[]): Map<string, string> {
  const byCode = new Map(accounts.map((account) => [account.code, account]));
  const paths = new Map<string, string>();
  for (const account of accounts) {
    if (account.level !== LEAF_LEVEL) continue;
    const group = byCode.get(account.parentCode ?? '');
    const parts = [roots[account.type], ...(group ? [groupComponent(group)] : [])];
    paths.set(account.code, [...parts, nameComponent(`${account.code} ${account.name}`)].join(':'));
  }
  return paths;
}

function signed({ debit, credit }: BooksLine): string {
  return toDecimal(debit > 0 ? debit : (-credit as Cents));
}

/** What the programs keep beside a line, by tag: the party, as its id, and the pounds with the sign of the amount. */
function tagsOf({ customerId, supplierId, employeeId, ssp }: BooksLine): [string, string][] {
  const tags: [string, number | string | null][] = [
    ['customer', customerId],
    ['supplier', supplierId],
    ['employee', employeeId],
    ['ssp', ssp === null ? null : toDecimal(ssp)],
  ];
  return tags.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** hledger and ledger have no escapes: a semicolon would start a comment, a bar would separate a payee. */
function hledgerText(text: string): string {
  return oneLine(text).replaceAll(';', ',').replaceAll('|', '/');
}

/** In comments, colons create tags and brackets create dates, which could change the date of a posting. */
function hledgerComment(text: string): string {
  return hledgerText(text).replaceAll(':', '-').replaceAll('[', '(').replaceAll(']', ')');
}

function hledgerWriter(accounts: readonly Account[]): BooksWriter {
  const paths = accountPaths(accounts);
  return {
    head(title) {
      const declared = accounts
        .filter(({ code }) => paths.has(code))
        .map(({ code, isCash }) => `account ${paths.get(code)}${isCash ? '  ; type: C' : ''}\n`);
      return `; ${hledgerText(title)}\n\ncommodity 1000.00 USD\n\n${declared.join('')}\n`;
    },
    entry(entry) {
      const comments = [
        entry.reference && `    ; reference: ${hledgerComment(entry.reference)}\n`,
        `    ; source: ${hledgerComment(`${entry.source} ${entry.sourceId} ${entry.revision}`)}\n`,
      ];
      const lines = entry.lines.map((line) => {
        const tags = tagsOf(line).map(([name, value]) => `${name}: ${value}`);
        if (line.description)
          tags.push(`note: ${hledgerComment(line.description).replaceAll(',', ' ')}`);
        const comment = tags.length > 0 ? `  ; ${tags.join(', ')}` : '';
        return `    ${paths.get(line.account)}  ${signed(line)} USD${comment}\n`;
      });
      const head = `${entry.date} * (${entry.number}) ${hledgerText(entry.description)}`;
      return `${head}\n${comments.filter(Boolean).join('')}${lines.join('')}\n`;
    },
  };
}

/** Tags that a ledger file declares, so that `ledger --pedantic` accepts it. */
const ledgerTags = ['reference', 'source', 'customer', 'supplier', 'employee', 'ssp', 'note'];

function ledgerWriter(accounts: readonly Account[]): BooksWriter {
  const paths = accountPaths(accounts);
  /** One line for each tag: ledger reads the rest of the line as its value. */
  const tag = (name: string, value: string) => `    ; ${name}: ${value}\n`;
  return {
    head(title) {
      const declared = [...paths.values()].map((path) => `account ${path}\n`);
      const tags = ledgerTags.map((name) => `tag ${name}\n`);
      return `; ${hledgerText(title)}\n\ncommodity USD\n    format 1000.00 USD\n\n${tags.join('')}\n${declared.join('')}\n`;
    },
    entry(entry) {
      const reference = entry.reference ? tag('reference', hledgerComment(entry.reference)) : '';
      const source = tag(
        'source',
        hledgerComment(`${entry.source} ${entry.sourceId} ${entry.revision}`),
      );
      const lines = entry.lines.map((line) => {
        const tags = tagsOf(line).map(([name, value]) => tag(name, value));
        if (line.description) tags.push(tag('note', hledgerComment(line.description)));
        return `    ${paths.get(line.account)}  ${signed(line)} USD\n${tags.join('')}`;
      });
      const head = `${entry.date} * (${entry.number}) ${hledgerText(entry.description)}`;
      return `${head}\n${reference}${source}${lines.join('')}\n`;
    },
  };
}

/** A beancount string: on one line, with its quotes and backslashes escaped. */
function quoted(text: string): string {
  return `"${oneLine(text).replace(/[\\"]/g, '\\$&')}"`;
}

/** Earlier than any date in the books. */
const OPENED = '1900-01-01';

function beancountWriter(accounts: readonly Account[]): BooksWriter {
  const paths = accountPaths(accounts);
  return {
    head(title) {
      const opened = [...paths.values()].map((path) => `${OPENED} open ${path} USD\n`);
      return (
        `option "title" ${quoted(title)}\noption "operating_currency" "USD"\n` +
        `option "name_income" "${roots.REVENUE}"\n\n${OPENED} commodity USD\n\n${opened.join('')}\n`
      );
    },
    entry(entry) {
      const lines = entry.lines.map((line) => {
        // Ids are texts and pounds a number, as the program calculates with numbers.
        const tags = tagsOf(line).map(([name, value]) =>
          name === 'ssp' ? `    ssp: ${value}\n` : `    ${name}: ${quoted(value)}\n`,
        );
        const note = line.description ? `    note: ${quoted(line.description)}\n` : '';
        return `  ${paths.get(line.account)}  ${signed(line)} USD\n${tags.join('')}${note}`;
      });
      const reference = entry.reference ? `  reference: ${quoted(entry.reference)}\n` : '';
      const source = `  source: ${quoted(`${entry.source} ${entry.sourceId} ${entry.revision}`)}\n`;
      const head = `${entry.date} * ${quoted(entry.description)} ^${entry.number}`;
      return `${head}\n${reference}${source}${lines.join('')}\n`;
    },
  };
}

/** The last line, a comment in all formats, so that an export cut off between two entries can be detected. */
export function endMark(entries: number): string {
  return `; end of export: ${entries} ${entries === 1 ? 'entry' : 'entries'}\n`;
}

const writers: Record<BooksFormat, (accounts: readonly Account[]) => BooksWriter> = {
  hledger: hledgerWriter,
  beancount: beancountWriter,
  ledger: ledgerWriter,
};

/** Writes the books as plain text for hledger, beancount or ledger. */
export function booksWriter(format: BooksFormat, accounts: readonly Account[]): BooksWriter {
  return writers[format](accounts);
}
