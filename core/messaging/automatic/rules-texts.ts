import type { AutomaticName } from './rules-types.ts';

/** The texts of an automatic message. */
export interface TypeTexts {
  smsText: string;
  emailSubject: string;
  emailText: string;
}

const LANGUAGES = ['english', 'arabic'] as const;
export type TextLanguage = (typeof LANGUAGES)[number];

const dear = (...lines: string[]) =>
  ['Dear {name},', '', ...lines, '', '{company}', '{phone}'].join('\n');
const dearArabic = (...lines: string[]) =>
  ['عزيزنا {name}،', '', ...lines, '', '{company}', '{phone}'].join('\n');

/**
 * The texts that each type has until the company changes them (English), and the same in Arabic, which the editor offers.
 * English SMS have characters of the GSM alphabet alone.
 */
export const defaultTexts: Readonly<
  Record<AutomaticName, Readonly<Record<TextLanguage, TypeTexts>>>
> = {
  invoice_issued: {
    english: {
      smsText: 'Dear {name}, invoice {invoice} for {amount} is due on {dueDate}. {company}',
      emailSubject: 'Invoice {invoice} from {company}',
      emailText: dear(
        'please find attached invoice {invoice}. {amount} is due on {dueDate}.',
        '',
        'How to pay: {howToPay}',
      ),
    },
    arabic: {
      smsText:
        'عزيزنا {name}، صدرت الفاتورة {invoice} بمبلغ {amount} وتستحق في {dueDate}. {company}',
      emailSubject: 'الفاتورة {invoice} من {company}',
      emailText: dearArabic(
        'تجدون مرفقا الفاتورة {invoice}. المبلغ {amount} مستحق في {dueDate}.',
        '',
        'طرق الدفع: {howToPay}',
      ),
    },
  },
  due_soon: {
    english: {
      smsText:
        'Dear {name}, please remember to pay {amount} for invoice {invoice} by {dueDate}. {company}',
      emailSubject: 'Invoice {invoice} is due on {dueDate}',
      emailText: dear(
        'please remember to pay {amount} for invoice {invoice} by {dueDate}.',
        '',
        'How to pay: {howToPay}',
      ),
    },
    arabic: {
      smsText:
        'عزيزنا {name}، نذكركم بسداد {amount} عن الفاتورة {invoice} حتى {dueDate}. {company}',
      emailSubject: 'الفاتورة {invoice} تستحق في {dueDate}',
      emailText: dearArabic(
        'نذكركم بسداد {amount} عن الفاتورة {invoice} حتى {dueDate}.',
        '',
        'طرق الدفع: {howToPay}',
      ),
    },
  },
  nearing_overdue: {
    english: {
      smsText:
        'Dear {name}, invoice {invoice} ({amount}) was due on {dueDate}. Please pay soon to stay connected. {company}',
      emailSubject: 'Invoice {invoice} was due on {dueDate}',
      emailText: dear(
        'invoice {invoice} was due on {dueDate}, and {amount} of it is still open. Please pay soon to stay connected.',
        '',
        'How to pay: {howToPay}',
      ),
    },
    arabic: {
      smsText:
        'عزيزنا {name}، كان موعد سداد الفاتورة {invoice} ({amount}) في {dueDate}. نرجو السداد قريبا لتجنب قطع الخدمة. {company}',
      emailSubject: 'كان موعد سداد الفاتورة {invoice} في {dueDate}',
      emailText: dearArabic(
        'كان موعد سداد الفاتورة {invoice} في {dueDate}، ولم يسدد منها {amount} بعد. نرجو السداد قريبا لتجنب قطع الخدمة.',
        '',
        'طرق الدفع: {howToPay}',
      ),
    },
  },
  disconnect_tomorrow: {
    english: {
      smsText:
        'Dear {name}, your internet will be disconnected tomorrow unless {amount} is paid today. {company}, {phone}',
      emailSubject: 'Your internet will be disconnected tomorrow',
      emailText: dear(
        'your internet will be disconnected tomorrow unless {amount} is paid today. The oldest invoice is {invoice}, which was due on {dueDate}.',
        '',
        'How to pay: {howToPay}',
      ),
    },
    arabic: {
      smsText:
        'عزيزنا {name}، ستقطع خدمة الإنترنت غدا ما لم يسدد مبلغ {amount} اليوم. {company}، {phone}',
      emailSubject: 'ستقطع خدمة الإنترنت غدا',
      emailText: dearArabic(
        'ستقطع خدمة الإنترنت غدا ما لم يسدد مبلغ {amount} اليوم. أقدم فاتورة هي {invoice} وكان موعد سدادها {dueDate}.',
        '',
        'طرق الدفع: {howToPay}',
      ),
    },
  },
  disconnected: {
    english: {
      smsText:
        'Dear {name}, your internet is disconnected: {reason}. To be connected again, call {phone}. {company}',
      emailSubject: 'Your internet is disconnected',
      emailText: dear(
        'your internet is disconnected: {reason}. Your balance is {balance}. To be connected again, call {phone}.',
        '',
        'How to pay: {howToPay}',
      ),
    },
    arabic: {
      smsText: 'عزيزنا {name}، تم قطع خدمة الإنترنت. لإعادة الخدمة اتصلوا على {phone}. {company}',
      emailSubject: 'تم قطع خدمة الإنترنت',
      emailText: dearArabic(
        'تم قطع خدمة الإنترنت. الرصيد المستحق {balance}. لإعادة الخدمة اتصلوا على {phone}.',
        '',
        'طرق الدفع: {howToPay}',
      ),
    },
  },
  restored: {
    english: {
      smsText: 'Dear {name}, your internet is connected again. Thank you. {company}',
      emailSubject: 'Your internet is connected again',
      emailText: dear('your internet is connected again. Thank you.'),
    },
    arabic: {
      smsText: 'عزيزنا {name}، تمت إعادة خدمة الإنترنت. شكرا لكم. {company}',
      emailSubject: 'تمت إعادة خدمة الإنترنت',
      emailText: dearArabic('تمت إعادة خدمة الإنترنت. شكرا لكم.'),
    },
  },
  payment_received: {
    english: {
      smsText:
        'Dear {name}, we received {amount}, receipt {receipt}. Your balance is {balance}. Thank you. {company}',
      emailSubject: 'Receipt {receipt} from {company}',
      emailText: dear(
        'we received {amount} on {date}. Please find attached receipt {receipt}. Your balance is {balance}. Thank you.',
      ),
    },
    arabic: {
      smsText:
        'عزيزنا {name}، استلمنا مبلغ {amount}، إيصال {receipt}. رصيدكم المستحق {balance}. شكرا لكم. {company}',
      emailSubject: 'الإيصال {receipt} من {company}',
      emailText: dearArabic(
        'استلمنا مبلغ {amount} في {date}. تجدون مرفقا الإيصال {receipt}. رصيدكم المستحق {balance}. شكرا لكم.',
      ),
    },
  },
  promise_due: {
    english: {
      smsText:
        'Dear {name}, you promised to pay {balance} by {dueDate}. Please pay to stay connected. {company}',
      emailSubject: 'Your payment is due on {dueDate}',
      emailText: dear(
        'you promised to pay {balance} by {dueDate}. Please pay to stay connected.',
        '',
        'How to pay: {howToPay}',
      ),
    },
    arabic: {
      smsText:
        'عزيزنا {name}، وعدتم بسداد {balance} حتى {dueDate}. نرجو السداد لاستمرار الخدمة. {company}',
      emailSubject: 'موعد السداد {dueDate}',
      emailText: dearArabic(
        'وعدتم بسداد {balance} حتى {dueDate}. نرجو السداد لاستمرار الخدمة.',
        '',
        'طرق الدفع: {howToPay}',
      ),
    },
  },
  welcome: {
    english: {
      smsText:
        'Welcome {name}! Your customer number is {customerId}, your package {package}. Questions: {phone}. {company}',
      emailSubject: 'Welcome to {company}',
      emailText: dear(
        'welcome to {company}. Your customer number is {customerId}, your package {package}.',
        '',
        'How to pay: {howToPay}',
        'Questions: {phone}',
      ),
    },
    arabic: {
      smsText:
        'مرحبا {name}! رقم العميل {customerId} والباقة {package}. للاستفسار: {phone}. {company}',
      emailSubject: 'مرحبا بكم في {company}',
      emailText: dearArabic(
        'مرحبا بكم في {company}. رقم العميل {customerId} والباقة {package}.',
        '',
        'طرق الدفع: {howToPay}',
        'للاستفسار: {phone}',
      ),
    },
  },
  outage: {
    english: {
      smsText:
        'Dear {name}, there is an outage at {node}. We are working on it and will tell you when it is over. {company}, {phone}',
      emailSubject: 'Outage of your internet connection',
      emailText: dear(
        'there is an outage at {node}, which your connection uses. We are working on it and will tell you when it is over.',
      ),
    },
    arabic: {
      smsText:
        'عزيزنا {name}، هناك انقطاع في {node}. نعمل على إصلاحه وسنخبركم عند عودة الخدمة. {company}، {phone}',
      emailSubject: 'انقطاع خدمة الإنترنت',
      emailText: dearArabic(
        'هناك انقطاع في {node} الذي يخدم اتصالكم. نعمل على إصلاحه وسنخبركم عند عودة الخدمة.',
      ),
    },
  },
  outage_over: {
    english: {
      smsText:
        'Dear {name}, the outage at {node} is over. If your internet does not work yet, call {phone}. {company}',
      emailSubject: 'The outage is over',
      emailText: dear(
        'the outage at {node} is over. If your internet does not work yet, please restart your router, or call {phone}.',
      ),
    },
    arabic: {
      smsText:
        'عزيزنا {name}، انتهى الانقطاع في {node}. إذا لم تعمل خدمة الإنترنت بعد فاتصلوا على {phone}. {company}',
      emailSubject: 'انتهى الانقطاع',
      emailText: dearArabic(
        'انتهى الانقطاع في {node}. إذا لم تعمل خدمة الإنترنت بعد فأعيدوا تشغيل جهاز الراوتر، أو اتصلوا على {phone}.',
      ),
    },
  },
  ticket_opened: {
    english: {
      smsText:
        'Dear {name}, we have noted your problem as ticket {ticket} and are working on it. Questions: {phone}. {company}',
      emailSubject: 'Ticket {ticket}: {title}',
      emailText: dear(
        'we have noted your problem as ticket {ticket}, "{title}", and are working on it. Please name this number when you call.',
      ),
    },
    arabic: {
      smsText:
        'عزيزنا {name}، سجلنا مشكلتكم بالتذكرة رقم {ticket} ونعمل على حلها. للاستفسار: {phone}. {company}',
      emailSubject: 'التذكرة {ticket}: {title}',
      emailText: dearArabic(
        'سجلنا مشكلتكم بالتذكرة رقم {ticket}، "{title}"، ونعمل على حلها. نرجو ذكر هذا الرقم عند الاتصال.',
      ),
    },
  },
  ticket_resolved: {
    english: {
      smsText:
        'Dear {name}, ticket {ticket} is resolved. If the problem comes back, call {phone}. {company}',
      emailSubject: 'Ticket {ticket} is resolved',
      emailText: dear(
        'ticket {ticket}, "{title}", is resolved: {resolution}',
        '',
        'If the problem comes back, call {phone}.',
      ),
    },
    arabic: {
      smsText:
        'عزيزنا {name}، تم حل التذكرة رقم {ticket}. إذا عادت المشكلة فاتصلوا على {phone}. {company}',
      emailSubject: 'تم حل التذكرة {ticket}',
      emailText: dearArabic(
        'تم حل التذكرة رقم {ticket}، "{title}": {resolution}',
        '',
        'إذا عادت المشكلة فاتصلوا على {phone}.',
      ),
    },
  },
  wifi_receipt: {
    english: {
      smsText:
        'WiFi {package}: {amountSsp} paid, receipt {receipt}. Access code {code}, until {ends}. {company}',
      emailSubject: 'Receipt {receipt} of {company}',
      emailText: 'WiFi {package}: {amountSsp} ({amount}) paid. Access code {code}, until {ends}.',
    },
    arabic: {
      smsText:
        'واي فاي {package}: تم دفع {amountSsp}، الإيصال {receipt}. رمز الدخول {code} حتى {ends}. {company}',
      emailSubject: 'الإيصال {receipt} من {company}',
      emailText: 'واي فاي {package}: تم دفع {amountSsp} ({amount}). رمز الدخول {code} حتى {ends}.',
    },
  },
};
