import { PHONE_MESSAGE, parsePhone } from '@nimule/core/kernel/phone';
import { button, details, el } from './dom.ts';
import { sspText, usdText } from './rules.ts';
import type { Offer, PendingPurchase, Provider, WifiPackage } from './types.ts';

export interface Typed {
  provider: string;
  phone: string;
}

interface PayView {
  offer: Offer;
  chosen: WifiPackage;
  /** Kept while the visitor goes back and forth. */
  typed: Typed;
  onBack(): void;
  onPay(provider: Provider, phone: string): void;
}

function providerChoice(provider: Provider, isChosen: boolean): HTMLElement {
  return el(
    'label',
    { class: 'card provider' },
    el('input', {
      type: 'radio',
      name: 'provider',
      value: provider.id,
      checked: isChosen && provider.isAvailable,
      disabled: !provider.isAvailable,
    }),
    el('span', { class: 'card-name' }, provider.name),
    el('span', { class: 'quiet' }, provider.isAvailable ? provider.dialCode : 'Not available now'),
  );
}

/** Step 2: provider and telephone number. The button needs both (seeds/002 5). */
export function payView({ offer, chosen, typed, onBack, onPay }: PayView): HTMLElement {
  const error = el('p', { class: 'error', id: 'phone-error', hidden: true }, PHONE_MESSAGE);
  const phone = el('input', {
    id: 'phone',
    type: 'tel',
    inputmode: 'tel',
    autocomplete: 'tel',
    maxlength: '40',
    placeholder: '0921 234 567',
    value: typed.phone,
    'aria-describedby': 'phone-error phone-hint',
  });
  phone.value = typed.phone;
  const providers = el(
    'fieldset',
    { class: 'cards' },
    el('legend', {}, 'Pay with'),
    ...offer.providers.map((one) => providerChoice(one, one.id === typed.provider)),
  );
  const pay = el(
    'button',
    { type: 'submit', class: 'button main' },
    `Pay ${sspText(chosen.priceSSP)}`,
  );
  const providerOf = () => {
    const id = providers.querySelector<HTMLInputElement>('input:checked')?.value;
    return offer.providers.find((one) => one.id === id && one.isAvailable);
  };
  const check = () => {
    typed.phone = phone.value;
    typed.provider = providerOf()?.id ?? '';
    const number = parsePhone(phone.value);
    if (number) showError(false);
    pay.disabled = !number || !providerOf();
  };
  const showError = (isShown: boolean) => {
    error.hidden = !isShown;
    if (isShown) phone.setAttribute('aria-invalid', 'true');
    else phone.removeAttribute('aria-invalid');
  };
  phone.addEventListener('input', check);
  phone.addEventListener('change', () => {
    showError(phone.value.trim() !== '' && !parsePhone(phone.value));
  });
  providers.addEventListener('change', check);
  check();
  const form = el(
    'form',
    { class: 'step', novalidate: true },
    el(
      'p',
      { class: 'chosen' },
      `${chosen.name} · ${chosen.duration} · `,
      el('strong', {}, sspText(chosen.priceSSP)),
      ` (${usdText(chosen.priceUSD)})`,
    ),
    providers,
    el(
      'div',
      { class: 'field' },
      el('label', { for: 'phone' }, 'Phone number'),
      phone,
      el('p', { class: 'quiet', id: 'phone-hint' }, 'The number that pays.'),
      error,
    ),
    el('div', { class: 'actions' }, pay, button('Change package', 'quiet', onBack)),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const provider = providerOf();
    const number = parsePhone(phone.value);
    if (!number) {
      showError(true);
      phone.focus();
      return;
    }
    if (!provider || pay.disabled) return;
    pay.disabled = true;
    onPay(provider, number);
  });
  return form;
}

/** While the payer confirms on the telephone. `onLeave` goes back to the packages. */
export function waitingView(pending: PendingPurchase, onLeave: () => void): HTMLElement {
  const { packageName, providerName, dialCode, input, isSimulated } = pending;
  return el(
    'div',
    { class: 'step' },
    el(
      'div',
      { class: 'waiting' },
      el('span', { class: 'spinner', 'aria-hidden': 'true' }),
      el('p', { role: 'status' }, 'Waiting for your payment…'),
    ),
    isSimulated
      ? el('p', {}, 'This payment is simulated: it takes about 3 seconds, and no money moves.')
      : el(
          'ol',
          { class: 'what-to-do' },
          el('li', {}, `Look at the phone ${input.phone}. ${providerName} asks you to confirm.`),
          el('li', {}, `If nothing appears, dial ${dialCode} and look for the payment that waits.`),
          el('li', {}, 'Type your PIN there. This page goes on by itself.'),
        ),
    details([
      ['Package', packageName],
      ['Price', sspText(input.priceSSP)],
      ['Paid with', providerName],
      ['Phone number', input.phone],
    ]),
    el('div', { class: 'actions' }, button('Stop waiting', 'quiet', onLeave)),
  );
}
