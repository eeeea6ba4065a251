type Attributes = Record<string, string | boolean | undefined>;
export type Child = Node | string | false | undefined;

/** An element with attributes and children; texts are never read as HTML. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, '');
    else if (typeof value === 'string') node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== false && child !== undefined));
  return node;
}

/** A button; `kind` is its look. */
export function button(
  label: string,
  kind: 'main' | 'quiet' | 'danger',
  onClick: () => void,
): HTMLButtonElement {
  const node = el('button', { type: 'button', class: `button ${kind}` }, label);
  node.addEventListener('click', onClick);
  return node;
}

/** A list of names and values. */
export function details(rows: readonly (readonly [string, string])[]): HTMLElement {
  return el(
    'dl',
    { class: 'details' },
    ...rows
      .filter(([, value]) => value !== '')
      .map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
  );
}
