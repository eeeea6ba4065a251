/**
 * The leaf accounts that Nimule posts to (seeds/001 3, decision 11). The default chart is inserted by migration
 * 0003; a test checks that it contains these accounts.
 */
export const leaf = {
  cashOnHand: '1110',
  bankMain: '1120',
  mobileMoney: '1130',
  residentialReceivable: '1210',
  corporateReceivable: '1220',
  customerCredit: '2210',
  openingBalances: '3120',
  retainedEarnings: '3210',
  residentialPlans: '4110',
  corporatePlans: '4120',
  connectionFees: '4210',
  otherServices: '4510',
  creditsGranted: '4910',
} as const;
