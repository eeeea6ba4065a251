import { el } from './dom.ts';
import { LinkLost, send } from './request.ts';
import { dataText, newKey } from './rules.ts';
import { deviceKey } from './store.ts';
import type { KeptSession, Redeemed } from './types.ts';

const MAX_CODE = 100;

/** '1 day', '7 days'. */
function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** A redeemed voucher as a session. */
export function sessionOfVoucher(code: string, redeemed: Redeemed): KeptSession {
  return {
    sessionId: '',
    packageId: 'voucher',
    packageName: redeemed.bundleName,
    duration: daysText(redeemed.validityDays),
    dataLimit: dataText(redeemed.dataAllowanceMB),
    speedLimit: redeemed.speedMbps === null ? '' : `${redeemed.speedMbps} Mbps`,
    amountPaid: '',
    paymentMethod: 'Voucher',
    phoneNumber: '',
    startTime: redeemed.activatedAt,
    expiryTime: redeemed.expiryDate,
    hotspotId: '',
    status: 'active',
    accessCode: code
      .replace(/[\s-]/g, '')
      .toUpperCase()
      .replace(/(.{4})(?=.)/g, '$1-'),
  };
}

/** The field for a voucher code; `given` comes from the address, such as of a QR code. */
export function voucherView(
  given: string,
  onRedeemed: (session: KeptSession) => void,
): HTMLElement {
  const problem = el('p', { class: 'error', id: 'code-error', role: 'alert' });
  const input = el('input', {
    id: 'code',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    maxlength: String(MAX_CODE),
    placeholder: 'XXXX-XXXX-XXXX',
    'aria-describedby': 'code-error',
  });
  input.value = given;
  const redeem = el('button', { type: 'submit', class: 'button main' }, 'Use voucher');
  const form = el(
    'form',
    { class: 'panel voucher', novalidate: true, 'aria-labelledby': 'voucher-title' },
    el('h2', { id: 'voucher-title' }, 'Have a voucher?'),
    el(
      'div',
      { class: 'field' },
      el('label', { for: 'code' }, 'Voucher code'),
      el('div', { class: 'beside' }, input, redeem),
      problem,
    ),
  );
  const say = (message: string) => {
    problem.textContent = message;
    if (message === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  };
  input.addEventListener('input', () => say(''));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const code = input.value.trim();
    if (code === '') {
      say('Enter the code of your voucher.');
      input.focus();
      return;
    }
    redeem.disabled = true;
    say('');
    try {
      const { ok, body, message } = await send<Redeemed>('/api/vouchers/redeem', {
        code,
        deviceKey: deviceKey(newKey),
      });
      if (ok) onRedeemed(sessionOfVoucher(code, body));
      else say(message || 'The voucher could not be used. Please try again.');
    } catch (error) {
      if (!(error instanceof LinkLost)) throw error;
      say('There is no connection. Try again: the voucher is used once only.');
    } finally {
      redeem.disabled = false;
    }
  });
  return form;
}
