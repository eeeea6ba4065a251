const count = new Intl.NumberFormat('en-US');

export function numberText(number: number): string {
  return count.format(number);
}

/** '1 employee', '12 employees'. */
export function counted(number: number, noun: string): string {
  return `${count.format(number)} ${noun}${number === 1 ? '' : 's'}`;
}
