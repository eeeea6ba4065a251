const number = new Intl.NumberFormat('en-US');

/** '1 customer', '1,200 customers'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number.format(count)} ${count === 1 ? one : many}`;
}
