-- Where the cash of a line on 1110 or 1160 is: in the till of a user, or in the safe, which holds what these accounts hold
-- beyond the tills. Lines of before keep 'before', which is stored once for all of them; other accounts have nothing.
alter table journal_lines add column cash_place text collate "C" default 'before';
alter table journal_lines alter column cash_place drop default;
alter table journal_lines add constraint journal_lines_cash_place check (
  case when account_code in ('1110', '1160') then coalesce(cash_place in ('till', 'safe', 'before'), false)
    else coalesce(cash_place = 'before', true) end);
create index journal_lines_till on journal_lines (entry_id) where cash_place = 'till';

-- Movements of every document that a person pays or is paid with in cash. The revision is that of the entry.
alter table cash_movements add column revision integer not null default 1;
alter table cash_movements drop constraint cash_movements_once;
alter table cash_movements add constraint cash_movements_once unique (source, source_id, revision, kind, currency);
alter table cash_movements drop constraint cash_movements_kind_check;
alter table cash_movements add constraint cash_movements_kind_check check (kind in ('float', 'payment', 'refund', 'voucher',
  'expense', 'supplier', 'advance', 'repayment', 'remittance', 'reversal', 'difference', 'handover'));
alter table cash_movements drop constraint cash_movements_sign;
alter table cash_movements add constraint cash_movements_sign check (
  case when kind in ('float', 'payment', 'repayment') then amount_cents > 0
    when kind in ('refund', 'expense', 'supplier', 'advance', 'remittance', 'handover') then amount_cents < 0 else true end);
