/** Words of customers in Arabic letters, with what they mean; alternatives on the left. Of ة, ى, أ, إ and آ the plain letters. */
const meanings = `
انترنت/انترنيت/نت/النت=internet; شبكه/نتورك/اشاره/سيقنال=network; وايفاي/واي=wifi; فاي=wifi; خط/خدمه=line; اتصال/كونكشن=connection;
مقطوع/مقطوعه/قاطع/قطع/انقطع/انقطعت/يقطع/بقطع/بتقطع/بيقطع/تقطع/يفصل/بفصل/فاصل/مفصول/فصل=cut; واقف/وقف/توقف/طافي/طفي/ميت/واقع=down;
شغال/شغاله/يعمل/تعمل/بشتغل/يشتغل/تشتغل/بيشتغل/اشتغل/يفتح/بفتح/تفتح=work; خربان/خربانه/معطل/عطلان/مكسور/مكسوره/تلف/باظ/بايظ=broken; عطل/مشكله/مشاكل=problem;
بطي/بطيء/بطييء/بطيئ/بطييه/بطيءه/بطيئه/تقيل/ثقيل/سلحفاه=slow; ضعيف/ضعيفه=weak; سرعه/اسرع=speed; سريع/سريعه=fast; ميقا/ميجا/ميغا=mbps;
كم/بكم/كام=how much; عليا/علينا/علي=owe; مديون/ديون/دين/متاخرات/مستحق/مستحقات=debt; رصيد/رصيدي/حسابي=my balance; حساب=account; باقي/متبقي=remain;
فلوس/قروش/قرش/مبلغ/نقود/مال=money; دولار=dollar; جنيه/جنيهات=pounds; سعر/اسعار/تكلفه/رسوم=price; غالي/غاليه=expensive; رخيص/ارخص=cheaper; خصم/تخفيض/تنزيل=discount;
فاتوره/فواتير/فاتورتي=bill; ادفع/بدفع/ندفع/تدفع/دفع/سداد/اسدد/نسدد/تسديد=pay; دفعت/دفعنا/سددت/سددنا/حولت/حولنا=paid; ايصال/وصل/اثبات=receipt; بنك=bank; موبايل/جوال=mobile; مومو=momo;
غلط/خطا/خاطي/خاطءه/خاطئه/خاطئ=wrong; مرتين/مكرر=twice; خصمتوا/خصمتو/خصمو/خصموا/خصمت/اخذتوا/اخدتوا/اخذوا/سحبتوا/سحبوا=charged; استرداد/استرجاع/ارجعوا/رجعوا/ارجاع/تعويض=refund; مره=time;
موعد/تاريخ=date; متي/متين/امتي/ميتي=when; وين/اين/فين=where; كيف/كيفيه=how; ليه/ليش/لماذا/لشنو/مالو=why; شنو/ماذا/ايش/ماهو/ماهي=what; منو/مين=who; هل=is;
اليوم=today; بكره/بكرا/غدا=tomorrow; امس/امبارح=yesterday; الان/هسه/حاليا/هسع=now; صباح=morning; مساء/ليل/ليله=evening; يوم/ايام=day; اسبوع=week; شهر=month; ساعه/ساعات=hour; منذ=since;
موقوف/موقوفه/متوقف/معلق/معلقه/موقف/محظور=suspended; ايقاف/تعليق=suspension; تفعيل/فعلوا/تشغيل=activate; ارجاعه/يرجع/ترجع/بيرجع/رجوع/راجع=back; تفصلوا/ستفصلون/تقطعوا/تقطعون/ستقطعون/توقفوا=disconnect me;
مهله/وقت=more time; انتظار/انتظروا/استنو/اصبروا=wait until; راتب/مرتب=salary; وعد/اوعد=promise;
راوتر/روتر/رواتر=router; مودم=modem; جهاز/اجهزه=device; طبق/دش/انتينا/انتين/هوايي/هواءي/هوائي=antenna; كيبل/كابل/سلك/اسلاك/كوابل=cable; لمبه/لمبات/نور/انوار/ضوء/لمبا=light; احمر/حمراء/حمرا=red; شاحن=charger;
كلمه=word; سر/باسورد/سري/مرور=password; اسم=name; رقم/تلفون/هاتف=number; ايميل=email; بيانات=details; مالك=owner; تغيير/غير/اغير/نغير/تعديل/تبديل/ابدل=change; جديد/جديده=new;
باقه/باقات/باكج/اشتراك/عرض=package; ترقيه/زياده/ازيد/ازود/زيد/رفع=upgrade; تقليل/انقص/اقلل/تنقيص=downgrade; نقل/انقل/ننقل/انتقل/انتقال/رحلت/رحلنا=move; بيت/منزل/بيتنا/شقه=house; مكتب/محل/مكتبكم=office; الغاء/الغي/الغاءه=cancel; عنوان/موقع=address;
كهرباء/كهربا/تيار=electricity; حريق/حريقه/نار=fire; دخان=smoke; شراره/شرار=spark; صعقه/صعق/صعقتني/كهربني=electric shock; واقعه/سقط/وقع/ساقط/طايح=fall; ارض=ground; شارع/طريق=road; خطر=danger; ريحه=smell; حرق/محروق/احترق=burn;
شخص/زول/انسان/بشر/احد=person; موظف/موظفه=agent; مدير/مسؤول/مسوول/مسءول=manager; فني/مهندس/تقني/فنيين=technician; اتكلم/تكلم/اتحدث/تحدث/تكلمني/اكلم=talk; ارسلوا/رسلو/ابعتوا/تعالوا/ارسال=send; زياره/تجي/يجي/ياتي/جاي=come;
اريد/عايز/عاوز/داير/دايره/ابغي/بدي/نريد/عايزين/عاوزه/دايرين/ارغب=want; احتاج/محتاج=need; ممكن/اقدر/استطيع/نقدر/قادر=can; مساعده/ساعدوني/ساعدني=help; لو=if;
شكوي/شكوه/اشتكي=complaint; سيء/سيئ/سيءه/سيئه/تعبان/زفت=bad; زعلان/غاضب=angry; حراميه/حرامي/لصوص/نصابين/نصاب=thief; كذابين/كذاب=liar; كلاب/حمير/اغبياء/غبي=stupid; اسوا=worst; تذكره/بلاغ/طلب=ticket;
ما/مو/مش/لا/ليس/لم/لن/ليست=not; مافي/مافيش/بدون/ماف/مفيش/ماكو=no; لسه/لسع/مازال/لازال=still; تاني/ثاني=again; كل=all; جيران/جار=neighbour; منطقه/حي/حاره=area;
مرحبا/سلام/السلام/هلا/اهلا/هاي=hello; عليكم=hello; صباحو/الخير=good; شكرا/مشكور/مشكورين/تسلم=thanks; تمام/كويس=ok; رد/يرد/بيرد/ترد/تردو/ردوا=answer; مكالمه/فيديو/يوتيوب=video; واتساب/واتس=whatsapp; فيسبوك/فيس=facebook; صفحه/صفحات=page; تحميل/يحمل/بحمل=loading; ضاع/مسروق/سرق/سرقوا=stolen;
صيانه=maintenance; برج=tower; حله/قريه/مدينه=village; طايره/طاير=down; زباله/قرفت/قرفان=garbage; زبون/عميل/مشترك=customer; نسيت/ناسي=forgot; ارسلت/رسلت/بعت/بعتت=sent;
وصلت/استلمتوا/استلمتو=received; مدفوعه/مدفوع=paid; جوبا=juba; واو=wau; بور=bor; ملكال=malakal; بانتيو=bentiu; ياي=yei
`;

const byWord = new Map<string, string[]>();
for (const line of meanings.split(';')) {
  const [words, meaning] = line.split('=');
  for (const word of words!.trim().split('/')) byWord.set(word, meaning!.trim().split(' '));
}

const LETTERS = /^[\u0621-\u064A]+$/;
/** Articles and particles that are written together with a word, the longest first. */
const prefixes = ['وال', 'بال', 'فال', 'كال', 'لل', 'ال', 'و', 'ب', 'ل', 'ف'];
/** Possessives and objects that are written together with a word, the longest first. */
const suffixes: readonly [string, string][] = [
  ['تكم', 'your'],
  ['تنا', 'our'],
  ['تي', 'my'],
  ['كم', 'your'],
  ['نا', 'our'],
  ['ني', 'my'],
  ['هم', ''],
  ['ها', ''],
  ['ي', 'my'],
  ['ك', 'your'],
  ['ه', ''],
];
/** Of verbs: the subject and the future before the root, the longest first, and the plural behind it. */
const verbPrefixes = ['حت', 'حن', 'حي', 'ست', 'سن', 'سي', 'بت', 'بن', 'بي', 'ت', 'ن', 'ي', 'ا'];
const verbSuffixes = ['وا', 'ون', 'و', ''];
const SHORTEST = 2;
const SHORTEST_ROOT = 3;

/** Of words whose last letter is written in two ways. */
function plain(word: string): string {
  return word.replaceAll('\u0640', '').replaceAll('ة', 'ه').replaceAll('ى', 'ي');
}

function withoutSuffix(word: string): string[] | undefined {
  for (const [suffix, owner] of suffixes) {
    const stem = word.slice(0, -suffix.length);
    if (!word.endsWith(suffix) || stem.length < SHORTEST) continue;
    const meaning = byWord.get(stem) ?? byWord.get(`${stem}ه`);
    if (meaning) return owner === '' ? meaning : [owner, ...meaning];
  }
  return undefined;
}

function asVerb(word: string): string[] | undefined {
  const prefix = verbPrefixes.find((one) => word.startsWith(one)) ?? '';
  for (const suffix of verbSuffixes) {
    const root = word.slice(prefix.length, suffix === '' ? undefined : -suffix.length);
    const meaning = word.endsWith(suffix) ? byWord.get(root) : undefined;
    if (meaning && root.length >= SHORTEST_ROOT) return meaning;
  }
  return undefined;
}

/** What a word in Arabic letters means, in English words; undefined where it is none that is known. */
export function readArabic(typed: string): string[] | undefined {
  if (!LETTERS.test(typed)) return undefined;
  const word = plain(typed);
  const whole = byWord.get(word);
  if (whole) return whole;
  for (const prefix of prefixes) {
    const rest = word.slice(prefix.length);
    if (!word.startsWith(prefix) || rest.length < SHORTEST) continue;
    const meaning = byWord.get(rest) ?? withoutSuffix(rest);
    if (meaning) return meaning;
  }
  return withoutSuffix(word) ?? asVerb(word);
}
