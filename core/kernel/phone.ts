/** How telephone numbers of South Sudan, stored as '+211' and nine digits, are shown. Any other text stays as it is. */

/** As it is dialled at home: '0977123456'. */
export function dialled(phone: string): string {
  return /^\+211\d{9}$/.test(phone) ? `0${phone.slice(4)}` : phone;
}

/** As people write it: '0977 123 456'. In a spreadsheet the '+' of the stored form would begin a formula. */
export function localPhone(phone: string): string {
  return phone.replace(/^\+211(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3');
}
