export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

interface Variable {
  name: string;
  fallback: string;
  meaning: string;
  /** What a valid value is; completes the sentence 'PORT must be …'. */
  rule?: string;
  /** May hold a password: error messages do not repeat the value. */
  secret?: true;
}

/** All environment variables, as the guide's table and `isp doctor` print them. */
export const environmentVariables: readonly Variable[] = [
  {
    name: 'PORT',
    fallback: '3000',
    meaning: 'Port of the portal and the API.',
    rule: 'a whole number from 0 to 65535',
  },
  {
    name: 'HOST',
    fallback: 'localhost',
    meaning: 'Address to listen on; 0.0.0.0 for every interface.',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    meaning:
      'PostgreSQL 15 or newer, postgres://user:password@host:5432/name. Empty: the embedded database in the data directory.',
    rule: 'an address such as postgres://user:password@host:5432/name, with % in the password written as %25',
    secret: true,
  },
  {
    name: 'ISP_OWNER_URL',
    fallback: '',
    meaning:
      'The same database as the role that owns its tables, where DATABASE_URL names one with fewer rights: migrations, and verifying, restoring and moving backups, connect with it. The role needs CREATEDB.',
    rule: 'an address such as postgres://owner:password@host:5432/name, with % in the password written as %25, and DATABASE_URL must be set too',
    secret: true,
  },
  {
    name: 'ISP_POOL_SIZE',
    fallback: '20',
    meaning:
      'Connections to PostgreSQL of one process. All processes together stay below its max_connections, with some left for backups and administrators.',
    rule: 'a whole number from 2 to 500',
  },
  {
    name: 'ISP_DATA_DIR',
    fallback: './data',
    meaning:
      'Embedded database, backups, outboxes of unsent mail and SMS, demo sign-ins, and the key of secrets without ISP_SECRET_KEY.',
  },
  {
    name: 'ISP_BACKUP_DIR',
    fallback: '',
    meaning: 'Directory of the backups. Empty: backups in the data directory.',
  },
  {
    name: 'ISP_BACKUP_COPY',
    fallback: '',
    meaning:
      'Where each verified backup is copied to: a directory, such as a mounted disk, or a command that gets the path of the file as its last argument.',
    rule: 'a directory, or a command of at most 1000 characters',
    secret: true,
  },
  {
    name: 'ISP_SECRET_KEY',
    fallback: '',
    meaning:
      'The key that encrypts what must be readable but not stolen with a backup. Empty: a key that is made once, secret.key in the data directory. Keep a copy apart from the backups; openssl rand -hex 32 makes one.',
    rule: '64 hexadecimal digits, or 32 bytes in base64',
    secret: true,
  },
  {
    name: 'ISP_PUBLIC_URL',
    fallback: '',
    meaning:
      'Address people type, e.g. https://portal.example.net. With https cookies are Secure; changes are taken from pages of this address alone.',
    rule: 'an address such as https://portal.example.net',
  },
  {
    name: 'ISP_TRUST_PROXY',
    fallback: 'no',
    meaning:
      'Reverse proxies that set X-Forwarded-For and X-Forwarded-Proto: yes for one on this machine, else their IP addresses and networks, separated by commas, e.g. 10.0.0.5,192.168.7.0/24.',
    rule: 'yes, no, or IP addresses and networks such as 10.0.0.5,192.168.7.0/24',
  },
  {
    name: 'ISP_LOG_LEVEL',
    fallback: 'info',
    meaning: `One of ${logLevels.join(', ')}.`,
    rule: `one of ${logLevels.join(', ')}`,
  },
  {
    name: 'SMTP_URL',
    fallback: '',
    meaning:
      'smtp://user:password@host:587 or smtps://…; a password is sent over TLS alone, except to this machine, or with ?insecure=yes at the end. Empty: messages become .eml files in the outbox.',
    rule: 'an address such as smtp://user:password@host:587, with % in the password written as %25',
    secret: true,
  },
  {
    name: 'SMS_URL',
    fallback: '',
    meaning:
      'The SMS gateway: smpps://user:password@host:3550 or smpp://… for SMPP, https://… for one with an HTTP interface, which SMS_GATEWAY describes. Empty: nothing is sent, messages become files in outbox-sms.',
    rule: 'an address such as smpps://user:password@host:3550 or https://host/path, with % in the password written as %25',
    secret: true,
  },
  {
    name: 'SMS_SENDER',
    fallback: '',
    meaning:
      "The sender that recipients see: a name of at most 11 letters and digits that the gateway has approved, or a number. Empty: the gateway's own.",
    rule: 'a name of at most 11 letters, digits and blanks, or a number of at most 15 digits',
  },
  {
    name: 'SMS_KEY',
    fallback: '',
    meaning: 'The key of a gateway with an HTTP interface, {key} in SMS_GATEWAY.',
    rule: 'at most 1000 characters long',
    secret: true,
  },
  {
    name: 'SMS_GATEWAY',
    fallback: '',
    meaning:
      'File with the requests and answers of a gateway with an HTTP interface; docs/sms-gateways has two.',
    rule: 'the name of a file, which a gateway at an https address needs',
  },
  {
    name: 'ISP_PAYMENTS',
    fallback: 'simulated',
    meaning:
      'How mobile money is collected: simulated (no money moves, which page, books and isp doctor say), momo (MTN MoMo) or off.',
    rule: 'simulated, momo or off',
  },
  {
    name: 'ISP_PAYMENT_PROVIDERS',
    fallback: 'MTN MoMo *165#|m-GURUSH *185#|NilePay *844#',
    meaning:
      'Names and dial codes of the three providers, in this order, separated by |. An empty one is not offered.',
    rule: 'three names of at most 40 characters with their dial codes, separated by |, such as MTN MoMo *165#|m-GURUSH *185#|NilePay *844#',
  },
  {
    name: 'MOMO_URL',
    fallback: '',
    meaning:
      'Address of the interface of MTN MoMo, such as https://sandbox.momodeveloper.mtn.com; needed for ISP_PAYMENTS=momo, like the three that follow.',
    rule: 'an address that begins with https:// (http:// is for this machine alone), which ISP_PAYMENTS=momo needs',
  },
  {
    name: 'MOMO_SUBSCRIPTION_KEY',
    fallback: '',
    meaning: 'The key of the subscription to collections.',
    rule: 'at most 200 characters without blanks, which ISP_PAYMENTS=momo needs',
    secret: true,
  },
  {
    name: 'MOMO_USER',
    fallback: '',
    meaning: 'The API user, a UUID.',
    rule: 'at most 200 characters without blanks, which ISP_PAYMENTS=momo needs',
  },
  {
    name: 'MOMO_API_KEY',
    fallback: '',
    meaning: 'The key of the API user.',
    rule: 'at most 200 characters without blanks, which ISP_PAYMENTS=momo needs',
    secret: true,
  },
  {
    name: 'MOMO_ENVIRONMENT',
    fallback: 'sandbox',
    meaning: 'X-Target-Environment, as MTN names it for the country.',
    rule: 'at most 100 letters, digits and hyphens',
  },
  {
    name: 'MOMO_CURRENCY',
    fallback: 'SSP',
    meaning:
      'Currency of the account at MTN MoMo: SSP or USD. The sandbox takes EUR alone, which stands for SSP there.',
    rule: 'SSP, USD or EUR',
  },
  {
    name: 'MOMO_CALLBACK_URL',
    fallback: '',
    meaning:
      'Where MTN MoMo reports payments: https://portal.example.net/api/payments/momo, whose host is registered there. Empty: requests are looked up alone.',
    rule: 'an address that begins with https:// (http:// is for this machine alone)',
  },
  {
    name: 'AI_BASE_URL',
    fallback: '',
    meaning:
      'Address of a language model with the interface of OpenAI, such as https://api.example.net/v1, to which /chat/completions is appended. It gets the question, the facts of that customer and articles. Empty: the assistant answers by its own rules, and nothing leaves this machine.',
    rule: 'an address that begins with https:// (http:// is for this machine alone)',
  },
  {
    name: 'AI_API_KEY',
    fallback: '',
    meaning: 'The key of the language model; empty for one that needs none.',
    rule: 'at most 500 characters without blanks',
    secret: true,
  },
  {
    name: 'AI_MODEL',
    fallback: '',
    meaning: 'Name of the model; needed for AI_BASE_URL.',
    rule: 'at most 200 characters without blanks, which AI_BASE_URL needs',
  },
  {
    name: 'AI_DAILY_REQUESTS',
    fallback: '500',
    meaning:
      'Requests to the language model a day, in Juba; after that the assistant answers by its own rules. 0: none.',
    rule: 'a whole number from 0 to 1000000',
  },
  {
    name: 'ISP_FPING',
    fallback: 'fping',
    meaning:
      'The program fping, which measures whether nodes of the network answer: its path, where it is not on the PATH of the service.',
    rule: 'the path of a program, at most 1000 characters long',
  },
  {
    name: 'ISP_COMPANY_NAME',
    fallback: 'Nimule Networks',
    meaning: 'Company name on screens, documents and messages.',
    rule: 'at most 200 characters long',
  },
  {
    name: 'ISP_COMPANY_LOGO_TEXT',
    fallback: 'NN',
    meaning: 'One to four letters drawn as the mark.',
    rule: 'one to four letters',
  },
  { name: 'ISP_COMPANY_CITY', fallback: 'Juba, South Sudan', meaning: 'City and country.' },
  {
    name: 'ISP_COMPANY_ADDRESS',
    fallback: 'Hai Cinema, Ministries Road',
    meaning: 'Street or district.',
  },
  { name: 'ISP_COMPANY_PHONE', fallback: '+211 900 000 000', meaning: 'Telephone.' },
  {
    name: 'ISP_COMPANY_EMAILS',
    fallback: 'info@nimule.example, support@nimule.example',
    meaning: 'Addresses, separated by commas; the first is the sender of mail.',
    rule: 'e-mail addresses, separated by commas',
  },
  { name: 'ISP_COMPANY_TAX_NUMBER', fallback: '', meaning: 'Printed on invoices.' },
  { name: 'ISP_COMPANY_WEBSITE', fallback: '', meaning: 'Printed on documents.' },
  {
    name: 'ISP_COMPANY_PAYMENT',
    fallback:
      'Bank: Nimule Networks, account 000-000000-00|Mobile money: +211 900 000 000, reference your customer ID',
    meaning: 'Lines of payment instructions on invoices, separated by |.',
  },
  {
    name: 'ISP_COMPANY_CURRENCY_DISPLAY',
    fallback: 'USD+SSP',
    meaning: 'USD+SSP: documents and messages give amounts in pounds too. USD: in dollars alone.',
    rule: 'USD+SSP or USD',
  },
];
