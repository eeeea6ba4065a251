// Apart from the schemas, so that a help text names these without loading them.

/** What a new customer is who was not said to be anything else: the form's first choices (seeds/000 5). */
export const newCustomerDefaults = {
  type: 'individual',
  location: 'Juba Central',
  packageType: 'Basic Fiber',
  status: 'Active',
} as const;
