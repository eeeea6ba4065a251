/** How a form is opened by key: an address and the names of the buttons pressed there, or of the action of a row. */
export interface Opener {
  at: string;
  /** Names of buttons, one after the other; none where the address opens the form or the page holds it. */
  press?: readonly RegExp[];
  /** The action of the first row that has it, as a button or in the row's menu. */
  row?: string;
  /** The accessible name of the form. */
  form: RegExp;
  /** Where the form is made, if its name is computed elsewhere. */
  file?: string;
}

const tab = (name: string, more = '') => `/dashboard?tab=${name}${more}`;
const hr = (view: string) => `/hr?view=${view}`;

/** Forms that are walked through together. */
export type Area = 'customers' | 'office' | 'stock';

/** Every form that the demo company shows, by area and module. */
export const openers: Readonly<Record<Area, readonly Opener[]>> = {
  customers: [
    { at: tab('customers'), press: [/^Add Customer$/], form: /^Add Customer$/ },
    { at: tab('customers'), row: 'Edit', form: /^Edit Customer$/ },
    {
      at: tab('customers', '&location=Wau'),
      press: [/^Views of Customers$/, /^Save this view/],
      form: /^Save this view$/,
    },
    { at: tab('customers', '&customer=SC005'), press: [/^Edit telephone$/], form: /^Telephone$/ },
    {
      at: tab('customers', '&customer=SC005'),
      press: [/^Do not disconnect/],
      form: /^Do Not Disconnect$/,
    },
    {
      at: tab('customers', '&customer=SC005'),
      press: [/^Messages$/, /^Send message$/],
      form: /^Message to /,
    },
    {
      at: tab('customers', '&customer=SC005'),
      press: [/^Statement$/],
      form: /^Period of the statement$/,
    },
    { at: tab('billing'), press: [/^Record Payment$/], form: /^Record Payment$/ },
    { at: tab('billing'), press: [/^Grant Credit$/], form: /^Grant Credit$/ },
    { at: tab('billing', '&status=pending'), row: 'Dispute', form: /^Dispute an Invoice$/ },
    { at: tab('billing', '&status=disputed'), row: 'Decide dispute', form: /^Decide Dispute/ },
    {
      at: tab('billing', '&status=pending'),
      row: 'Update Payment Status',
      form: /^Update Payment Status$/,
    },
    { at: tab('billing', '&status=pending'), row: 'Edit', form: /^Edit Invoice$/ },
    { at: tab('billing', '&status=pending'), row: 'Email', form: /^Email INV-/ },
    { at: tab('billing', '&view=manual'), form: /^Manual invoice$/ },
    { at: tab('billing', '&view=payments'), row: 'Reverse', form: /^Reverse RCT-/ },
    { at: tab('billing', '&view=rates'), press: [/^Update Rates$/], form: /^Update Rates$/ },
    {
      at: tab('billing', '&view=rates'),
      press: [/^Set bought Mbps$/],
      form: /^Set Bought Bandwidth$/,
    },
    { at: '/dashboard?view=till', press: [/^Open (till|a new till)$/], form: /^Open Till$/ },
    { at: '/dashboard?view=till', press: [/^Settings$/], form: /^Till Settings$/ },
    { at: '/dashboard?view=approvals', press: [/^Limits$/], form: /^Limits$/ },
    { at: '/dashboard?view=approvals', press: [/^Accept /], form: /^Accept / },
    { at: '/dashboard?view=approvals', press: [/^Reject /], form: /^Reject / },
    { at: '/voucher-management?view=sell', form: /^Sell vouchers$/ },
    { at: '/voucher-management?view=bundles', form: /^Create bundle$/ },
    { at: '/voucher-management?view=bundles', row: 'Edit', form: /^Edit / },
    {
      at: '/voucher-management?view=bundles',
      press: [/^Unused vouchers/],
      form: /^Unused Vouchers$/,
    },
    { at: tab('network'), press: [/^New Node$/], form: /^New Node$/ },
    { at: tab('network'), row: 'Edit', form: /^Edit Node$/ },
    { at: tab('network'), row: 'Assign customers', form: /^Assign customers to / },
    { at: tab('network', '&view=settings'), form: /^Settings of monitoring$/ },
    { at: tab('network', '&view=routers'), press: [/^Add Router$/], form: /^Add Router$/ },
    {
      at: tab('network', '&view=online&online-part=ended'),
      press: [/^Who had an address$/],
      form: /^Who Had an Address$/,
    },
    { at: tab('network', '&view=settings&settings-part=access'), form: /^Settings of access$/ },
    {
      at: tab('network', '&view=settings&settings-part=access'),
      press: [/^Let everybody on$/],
      form: /^Let Everybody On$/,
      file: 'network/access/everybody-form.tsx',
    },
    {
      at: tab('network', '&view=settings&settings-part=access'),
      press: [/^Edit access of /],
      form: /^Access of /,
    },
    {
      at: tab('customers', '&customer=SC005&its-part=access'),
      press: [/^Add access account$/],
      form: /^Add Access Account$/,
    },
  ],
  office: [
    { at: tab('support'), press: [/^New Ticket$/], form: /^New Ticket$/ },
    { at: tab('support'), row: 'Resolve', form: /^Resolve TKT-/ },
    { at: tab('support', '&ticket=TKT-139'), press: [/^Edit$/], form: /^Edit TKT-/ },
    { at: tab('support', '&ticket=TKT-139'), press: [/^Merge$/], form: /^Merge TKT-/ },
    { at: tab('support', '&ticket=TKT-139'), press: [/^Assign$/], form: /^Assign TKT-/ },
    {
      at: tab('support', '&ticket=TKT-139'),
      press: [/^(Plan a visit|Plan another visit|Change)$/],
      form: /^Visit for TKT-/,
    },
    { at: tab('support', '&ticket=TKT-139'), form: /^Comment on TKT-/ },
    { at: tab('support', '&view=settings'), form: /^Settings of support$/ },
    { at: tab('sms'), form: /^Quick Send$/ },
    { at: tab('sms', '&view=templates'), press: [/^Add Template$/], form: /^Add Template$/ },
    { at: tab('sms', '&view=templates'), row: 'Edit', form: /^Edit Template$/ },
    { at: tab('sms', '&view=settings'), form: /^Settings of sending$/ },
    { at: tab('ai'), form: /^New chat$/ },
    { at: tab('ai', '&view=articles'), press: [/^Add Article$/], form: /^Add Article$/ },
    { at: tab('ai', '&view=articles'), row: 'Edit', form: /^Edit Article$/ },
    {
      at: '/reports?view=schedules',
      press: [/^Schedule Report$/],
      form: /./,
      file: 'reports/schedules/schedule-form.tsx',
    },
    { at: '/accounting', press: [/^New Journal Entry$/], form: /^New Journal Entry$/ },
    { at: '/accounting', press: [/^Add account$/], form: /^Add Account$/ },
    { at: '/accounting', press: [/^Rename /], form: /^Rename / },
    { at: '/expense-management', press: [/^Add Expense$/], form: /^Add Expense$/ },
    { at: '/expense-management', row: 'Edit', form: /^Edit TXN-/ },
    {
      at: '/expense-management?view=recurring',
      press: [/^Add Recurring Expense$/],
      form: /^Add Recurring Expense$/,
    },
    { at: '/expense-management?view=recurring', row: 'Edit', form: /^Edit Recurring Expense$/ },
    { at: '/user-management', press: [/^Create User$/], form: /^Create New User$/ },
    { at: '/user-management?view=management', row: 'Edit', form: /^Edit User$/ },
    { at: '/user-management?view=security', form: /^Security$/ },
    {
      at: '/dashboard?view=security',
      press: [/^Add authenticator app$/],
      form: /^Authenticator App$/,
    },
  ],
  stock: [
    { at: '/hr', press: [/^Add Employee$/], form: /^Add Employee$/ },
    { at: '/hr', press: [/^Add department$/], form: /^Add department$/ },
    { at: '/hr', press: [/^Edit /], form: /^Edit / },
    { at: '/hr', press: [/^Change rules$/], form: /^Rules for leave and overtime$/ },
    { at: hr('employees'), row: 'Edit', form: /^Edit EMP/ },
    { at: hr('payroll&pay-part=batches'), press: [/^Process a month$/], form: /^Process a month$/ },
    { at: hr('payroll&pay-part=payrolls'), press: [/^Process Payroll$/], form: /^Process/ },
    { at: hr('payroll&pay-part=payrolls'), row: 'Reverse', form: /^Reverse / },
    { at: hr('payroll&pay-part=advances'), press: [/^New advance$/], form: /^New advance$/ },
    { at: hr('payroll&pay-part=advances'), row: 'Record repayment', form: /^Repayment of / },
    { at: hr('payroll&pay-part=remittances'), press: [/^New remittance$/], form: /remittance/i },
    { at: hr('payroll&pay-part=rates'), press: [/^Add rates$/], form: /^Add rates$/ },
    { at: hr('leave'), press: [/^New Leave Request$/], form: /^New Leave Request$/ },
    { at: hr('leave'), row: 'Approve', form: /^Approve .+ of .+\?$/ },
    { at: hr('leave&leave-part=balances'), row: 'Set carry-over', form: /^Carry-over of / },
    {
      at: hr('leave&leave-part=balances'),
      press: [/^Close a year$/],
      form: /^Close a year of leave$/,
    },
    {
      at: hr('leave&leave-part=holidays'),
      press: [/^Add public holiday$/],
      form: /^Add public holiday$/,
    },
    { at: hr('leave&leave-part=holidays'), row: 'Edit', form: /^Edit / },
    {
      at: hr('attendance'),
      row: 'Correct',
      form: /^Attendance of /,
      file: 'hr/attendance/correction-form.tsx',
    },
    { at: '/procurement?view=suppliers', press: [/^Add Supplier$/], form: /^Add Supplier$/ },
    { at: '/procurement?view=suppliers', row: 'Edit', form: /^Edit SUP/ },
    { at: '/procurement?view=new-order', form: /^Create Purchase Order$/ },
    { at: '/procurement?view=new-requisition', form: /^Create Purchase Requisition$/ },
    { at: '/procurement?view=requisitions', row: 'Review', form: /^Review / },
    { at: '/procurement?view=requisitions', row: 'Edit', form: /^Edit / },
    { at: '/procurement?view=requisitions', row: 'Set status', form: /^Status of / },
    { at: '/procurement?view=orders', row: 'Receive goods', form: /PO-/ },
    {
      at: '/procurement?view=bills',
      press: [/^Pay /],
      form: /^Pay a Supplier$/,
      file: 'procurement/bills/bills-view.tsx',
    },
    { at: '/procurement?view=bills', press: [/^Record Bill$/], form: /./ },
    { at: '/procurement?view=bills', row: 'Pay', form: /^Pay / },
    { at: '/procurement?view=bills', row: 'Cancel bill', form: /^Cancel / },
    { at: '/equipment?add=equipment', form: /^Add Equipment$/ },
    { at: '/equipment', row: 'Edit', form: /^Edit EQ/ },
    { at: '/equipment', row: 'Adjust stock', form: /^Adjust stock of / },
    { at: '/equipment', press: [/^Categories/], form: /^Add a category$/ },
    { at: '/equipment?view=sales&add=sale', form: /^Create Sales Order$/ },
    { at: '/equipment?view=sales&add=counter-sale', form: /^Counter Sale$/ },
    { at: '/equipment?view=loans&add=loan', form: /^Issue Equipment$/ },
    { at: '/equipment?view=loans', row: 'Take back', form: /^Take Back / },
    { at: '/equipment?view=counts', press: [/^Begin/], form: /^Begin Stock Count$/ },
  ],
};
