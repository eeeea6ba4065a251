// Separate from the schemas, so that help texts can use these without loading them.

/** The defaults of a new customer: the form's first choices (seeds/000 5). */
export const newCustomerDefaults = {
  type: 'individual',
  location: 'Juba Central',
  packageType: 'Basic Fiber',
  status: 'Active',
} as const;
