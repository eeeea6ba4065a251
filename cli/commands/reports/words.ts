/** 'totalRevenueSsp' → 'total revenue SSP'. */
export function words(name: string): string {
  return name
    .replace(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)
    .replace(/ ssp$/, ' SSP')
    .replace(/ usd$/, ' USD')
    .replace(/^hr /, 'HR ');
}

/** A value as people read it; amounts with cents. */
export function shown(value: unknown, isAmount = false): string {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'number') return String(value);
  return value.toLocaleString('en-US', isAmount ? { minimumFractionDigits: 2 } : {});
}
