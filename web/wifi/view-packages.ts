import { button, el } from './dom.ts';
import { sspText, usdText } from './rules.ts';
import type { Offer, WifiPackage } from './types.ts';

function card(one: WifiPackage, isChosen: boolean): HTMLElement {
  const input = el('input', {
    type: 'radio',
    name: 'package',
    value: one.id,
    checked: isChosen,
    'aria-describedby': `about-${one.id}`,
  });
  return el(
    'label',
    { class: 'card' },
    input,
    el(
      'span',
      { class: 'card-name' },
      one.name,
      one.popular && el('span', { class: 'popular' }, 'Popular'),
    ),
    el(
      'span',
      { class: 'price' },
      el('strong', {}, usdText(one.priceUSD)),
      el('span', { class: 'quiet' }, sspText(one.priceSSP)),
    ),
    el(
      'span',
      { class: 'about', id: `about-${one.id}` },
      el('span', {}, `${one.duration} · ${one.data} · ${one.speed}`),
      el('span', { class: 'quiet' }, one.description),
    ),
  );
}

/** Step 1: one of the packages is chosen. */
export function packagesView(
  { packages }: Offer,
  chosen: string | undefined,
  onChosen: (one: WifiPackage) => void,
): HTMLElement {
  const go = button('Continue', 'main', () => {
    const one = packages.find(({ id }) => id === chosenId());
    if (one) onChosen(one);
  });
  const set = el(
    'fieldset',
    { class: 'cards' },
    el('legend', { class: 'visually-hidden' }, 'WiFi packages'),
    ...packages.map((one) => card(one, one.id === chosen)),
  );
  const chosenId = () => set.querySelector<HTMLInputElement>('input:checked')?.value;
  const check = () => {
    go.disabled = chosenId() === undefined;
  };
  set.addEventListener('change', check);
  check();
  return el('div', { class: 'step' }, set, el('div', { class: 'actions' }, go));
}
