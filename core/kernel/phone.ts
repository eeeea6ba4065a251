/** Display of South Sudanese telephone numbers, stored as '+211' and nine digits. Any other text stays unchanged. */

/** As dialled inside the country: '0977123456'. */
export function dialled(phone: string): string {
  return /^\+211\d{9}$/.test(phone) ? `0${phone.slice(4)}` : phone;
}

/** As people write it: '0977 123 456'. In a spreadsheet the '+' of the stored form would start a formula. */
export function localPhone(phone: string): string {
  return phone.replace(/^\+211(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3');
}
