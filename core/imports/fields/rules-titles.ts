/** Column titles of a customer's number in every type of file, the most likely first. */
export const CUSTOMER_NUMBER_TITLES = ['Customer Number', 'Customer No', 'Customer Code'] as const;

/** Titles of it in files where an account is a customer's, and not a cash or bank account. */
export const CUSTOMER_ID_TITLES = [
  ...CUSTOMER_NUMBER_TITLES,
  'Client ID',
  'Client Number',
  'Client No',
  'Client Code',
  'Subscriber ID',
  'Subscriber Number',
  'Subscriber No',
  'Account Number',
  'Account No',
] as const;

/** Titles that say that a column holds customers' names. */
export const CUSTOMER_NAME_TITLES = ['Client Name', 'Subscriber Name'] as const;

/** Titles that name the customer and mostly hold the name; less likely than the others. */
export const CUSTOMER_TITLES = ['Customer', 'Client', 'Subscriber'] as const;
