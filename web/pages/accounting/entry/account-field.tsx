import { type Account, LEAF_LEVEL } from '@nimule/core/accounting/schema';
import { useState } from 'react';
import { PickField } from '../../../ui/form/pick-field.tsx';
import { Label } from '../../../ui/tags.tsx';
import { matchingAccounts } from '../chart/chart-tree.ts';

const SHOWN = 40;

export function accountLabel({ code, name }: Pick<Account, 'code' | 'name'>): string {
  return `${code} ${name}`;
}

/** Active accounts of the last level that match (seeds/001 5). */
export function postableAccounts(accounts: readonly Account[], text: string): Account[] {
  return matchingAccounts(accounts, text).filter(
    ({ level, isActive }) => level === LEAF_LEVEL && isActive,
  );
}

interface AccountFieldProps {
  name: string;
  label: string;
  accounts: readonly Account[];
  initialLabel?: string;
  onPicked?: () => void;
}

/** Form field that picks an account that can be posted to, by code or name. */
export function AccountField(props: AccountFieldProps) {
  const { name, label, accounts, initialLabel, onPicked } = props;
  const [search, setSearch] = useState<string>();
  return (
    <PickField
      name={name}
      label={label}
      placeholder="Code or name"
      delayMs={0}
      options={postableAccounts(accounts, search ?? '')
        .slice(0, SHOWN)
        .map((account) => ({
          value: account.code,
          label: accountLabel(account),
          detail: account.currency === 'SSP' && <Label>SSP</Label>,
        }))}
      searched={search}
      isLoading={accounts.length === 0}
      onSearch={setSearch}
      onRetry={() => setSearch('')}
      onPicked={() => onPicked?.()}
      {...(initialLabel === undefined ? {} : { initialLabel })}
    />
  );
}
