import type { Topic } from '../schema.ts';
import { type Patterns, patterns } from './rules-patterns.ts';

interface Intent {
  topic: Topic;
  patterns: Patterns;
}

function intent(topic: Topic, text: string): Intent {
  return { topic, patterns: patterns(text) };
}

/** What a customer can ask, each with the words by which it is recognised. The highest sum of weights wins. */
export const intents = {
  balance: intent(
    'billing',
    `must pay: 3; total: 2; overpaid/overpay: 6; amount: 2.6; late + pay: 4; pending @bill/pay: 4; check @bill: 4; @bill check: 4; clear: 1; my @bill: 2.6; @bill + this month: 2; settle: 1; how much to pay: 2; anything to pay: 4; pay in advance: 3; paid ahead: 5; my money still: 2; left + account: 2; standing: 3; account status: 3; money left/extra: 4; extra/left money: 4; up to date: 5; clear everything/all: 4; how many dollar/money/pounds: 4; @neg clear: 4; my account/status pay: 1; total bill: 3; owing: 1; how much left/remain: 4; how much to/should/must/do/i bring/clear/settle: 4; my bill: 2; @owe: 4; how much/many @owe: 3; how much + pay: 3.5; kam: 2; kam + @money: 4; kam + pay: 3; amount + due: 4;
    how much + @money: 1.5; have + credit: 5; my credit: 5; @neg pay @bill: 4; which/what @bill + pay: 4; @bill @neg pay: 4; supposed pay: 3; how much @bill: 4;
    remain + account: 3; money/credit + account: 2; remain: 2; total + pay: 2; pounds: 1; check account: 2; which @bill: 2`,
  ),
  dueDate: intent(
    'billing',
    `will/going/gonna disconnect/cut/suspend/block: 6; be disconnect/suspend/cut tomorrow/today/soon/off: 5; about to disconnect/cut: 5; how many day left/remain/more: 6; expire/expiry: 4; day left: 4; left before: 4; last date/day: 6; next @bill/pay/date: 5; @bill date: 6; if @neg pay: 6; what day pay/due: 4; by when: 4; when money/bill: 2; when + due: 6; due date: 6; when + @bill: 3; when pay: 3; when i/we/should/must/need/supposed pay: 4; deadline: 5; last day + pay: 5; how long + pay: 2;
    @time + @suspend: 6; @time + cut off: 6; @time + disconnect: 4; when cut: 4; until + disconnect/cut: 3; @bill expire: 4; when expire: 4; before cut/disconnect/suspend: 4`,
  ),
  whySuspended: intent(
    'billing',
    `why + stop + service/line/account/me: 9; been stop: 3; been suspend/block/disconnect: 3; locked me/my/account: 4; put me/us back: 5; line off + pay: 4; closed my line/account: 5; reconnection: 5; bring back my: 4; restore my/me/us: 5; open/unlock/return/release my line/net/account/service/internet: 5; switch off + @bill/pay/debt/money: 8; off because @bill/pay/debt/money: 6; off + @bill: 3; to open it/line: 4; disconnect because/for + pay/@bill/money: 6; reconnect: 3; turn back on: 3; line cut: 3; why + line: 2; been cut: 3; cut because: 5; @suspend: 3; why + @suspend: 5; why + cut off: 5; why + disconnect: 3; why cut: 4; cut off: 3; cut me/us/my/our: 3; line cut + why: 3; am i @suspend: 4; account + @suspend: 3;
    account + @neg active: 5; inactive: 3; get back + pay: 5; pay + restore/reconnect/unblock/activate/reactivate: 5; back + must/need/have pay: 4; reconnect: 4; unblock: 6;
    reactivate: 6; activate: 4; restore + account/service/line: 4; stop/stopped my account: 3; why stop my: 3; unsuspend: 6; switch/turn me/us/my back/on: 3`,
  ),
  howToPay: intent(
    'billing',
    `step/procedure/process/guide pay: 6; help me/to pay: 4; know + pay: 3; bank transfer: 6; number + send money: 5; number pay to: 5; pay from: 4; who do i pay: 6; pay through/via/by/using: 4; place + pay: 4; where deposit/send: 5; ready to pay: 5; pay now: 3; which/what bank: 6; bank: 2.5; momo: 2.5; want/how/like/can/where/come clear/settle: 5; clear/settle @bill/account/debt: 3; send money: 2; pay online: 5; card/visa/cheque: 4; cashier: 4; send + momo number/code: 3; how pay: 5; pay how: 4; how i/we/to/do/can/make pay: 3; where pay: 6; can/could pay: 4; way pay: 4; which/what way pay: 4; method pay: 6; want pay: 4; like pay: 3; pay + momo: 3; pay + bank: 3; pay + cash: 3;
    pay + office: 3; pay + gurush: 2; pay + mobile: 3; pay + pounds/dollar: 3; possible + pay: 3; account number + send/pay: 5; account number: 2; bank detail/account/name: 6; send + money + where/which/how: 5;
    payment mean/option/mode/mode/method: 6; momo number/code: 5; reference: 3; accept: 2; accept + momo/cash/pounds/dollar/bank/card: 5; deposit: 2; merchant/paybill: 5`,
  ),
  paymentSeen: intent(
    'billing',
    `left + account/phone + but/not: 6; say/show successful: 7; successful: 4; say + @neg pay: 4; pay come/go through: 6; pay enter/reflect/reach/arrive/come: 5; pay + enter/reflect/reach/arrive: 4; confirm pay: 5; pay confirm: 3; money + @neg get/receive/reach: 5; send + money + @neg: 4; pay + but: 3; where is my money/pay: 6; find my pay: 6; pay + missing: 6; trace: 5; @see pay: 5; @see + my pay: 3; pay + @neg @see: 6; already pay: 6; pay already: 6; pay @neg update/go/reach: 5; pay + @neg @see + it: 1; transaction: 3; did/have you/u get/receive/see + pay/money/transfer: 6; @neg @see + pay: 3`,
  ),
  lastPayments: intent(
    'billing',
    `last month pay: 4; list + pay: 6; what/how much have pay: 7; pay so far: 6; record pay: 3; pay record: 3; last pay: 5; when + last pay: 3; history: 3; pay history: 5; show/list/see my pay: 9; how much i pay last: 5; previous pay: 5; all my pay: 4; did i pay: 4; have i pay: 5`,
  ),
  receipt: intent(
    'billing',
    'evidence: 5; evidence/confirm/confirmation/slip pay: 3; receipt: 7; proof pay: 6; payment confirmation: 5',
  ),
  explainBill: intent(
    'billing',
    `detail of @bill: 4; what + charge: 5; what this/that @bill: 5; explain/understand/breakdown/detail + @bill: 7; what @bill: 3; what @bill for: 4; why + @bill: 3; how make/calculate @bill: 5; @bill mean: 4; breakdown: 4; why pay: 3; connection fee: 5;
    invoice copy: 4; send/resend/email/download/print me/my/the invoice/bill: 4; copy invoice: 5; what pay for: 4; pdf: 3; @neg understand + @bill: 3; why invoice: 3`,
  ),
  discount: intent(
    'billing',
    'discount: 8; reduce + price/fee/bill/amount/pay: 5; promotion: 5; promo: 5; special offer: 5; bargain: 5; lower price/fee: 4; waive: 6; free month: 5',
  ),
  moreTime: intent(
    'billing',
    `more day/week: 7; need/want/give + day/week: 3; find money: 5; be patient: 5; patience: 5; wait until/till/for: 4; end of month: 3; when i get paid/salary/money: 6; @neg ready: 3; after salary: 5; postpone: 6; delay pay: 5; delay + payment: 3; pay after: 5; little time: 5; more time: 6; extend: 5; extension: 6; grace: 5; pay later: 6; will/can pay tomorrow/friday/monday/tuesday/wednesday/thursday/saturday/sunday/next/end/soon/week/month: 6; will pay: 4; i promise: 5; promise pay: 4;
    give + day/week/time + pay: 5; wait + pay: 3; salary: 4; instalment: 6; installment: 6; pay half: 5; pay part: 4; pay some: 3; pay bit: 3; dont have money: 4; @neg have money: 4; @neg cut: 3; @neg disconnect me/us: 4`,
  ),
  dispute: intent(
    'billing',
    `@bill for/during + @neg use/used/have/work: 7; higher/more/bigger than: 5; than we agree: 5; bill/charge extra: 7; reverse: 5; reverse my pay: 3; pay wrong: 5; by mistake: 4; mistake: 3; return my: 5; double @bill/charge/pay/debit: 7; add/put more on bill: 4; @neg fair + bill: 4; hidden charge/fee: 7; not agree: 4; unknown charge: 6; bill + for/when + offline/outage: 5; remove/withdraw/take + twice: 7; how can @bill/it be: 6; @bill + instead: 5; instead of #: 4; more than + @bill/pay: 3; should be # : 3; not my bill/invoice: 6; charge me/us for + @neg: 4; supposed to be # : 4; not what i/we: 3; @bill/amount/money/price + wrong/incorrect/mistake/error: 7; @bill/amount @neg correct/right/mine: 7; @bill + too high/much/big: 5; overcharge: 8; charge/deduct/pay/take/bill/debit + twice: 7; pay/charge/deduct/bill/payment + double: 7; double pay: 3;
    two/2 times + pay/charge/deduct/bill/invoice: 7; refund: 8; money back: 8; return money: 7; reimburse: 8; compensate: 8; compensation: 8; agreed + why: 3; @neg agree: 3; cheat: 3; extra charge: 5; charge + extra/more than: 4; @neg owe + @bill: 2; why more: 3; billed wrong: 7; dispute: 6; give + money back: 3`,
  ),

  noConnection: intent(
    'connection',
    `connect but/and nothing/no: 6; connect but: 5; @net gone: 4; @neg online: 6; get online: 4; something wrong: 3; @neg get online: 3; impossible: 3; @net + after rain/storm/power: 3; missing @net: 5; @net missing: 5; refuse connect/open/load: 4; @net refuse: 6; no access: 5; @neg use + internet/net/wifi: 5; failed/failing connect: 5; @app fail: 4; totally off: 4; completely off/down: 4; @net @neg there: 4; without @net: 5; not even: 1; nothing: 1; @neg internet access: 4; fail: 2; waiting + @net: 5; @net + hour: 2; @net + day/week: 1.5; @neg + @net/mafi: 1; not get @net: 3; @app @neg: 3; @net disappear: 3; @neg @net: 5; @net mafi: 5; @net + mafi: 1; @net @neg @works: 5; @neg @works: 4; @net @dead: 4.5; @net + @dead: 1; nothing @works: 6; nothing is @works: 1; @app + @neg @works: 3; @app @dead: 3; offline: 5; stop work: 5; @net stop: 3;
    @net @problem: 3; @problem + @net: 2; fix @net: 3; disconnected: 2; dead: 3; @works @neg: 2; connect @neg internet: 3; @neg + @works + @net: 1; fail connect: 4; cannot/can not connect/open/browse/access: 3; internet/network/connection: 1; went off: 3;
    unable @works: 5; unable @net/use: 3; no bars: 3; cut internet: 2; @net zero: 3; @net go: 2.5; problem with my internet: 2; restore internet: 1; not getting internet: 2; @app + refuse: 3; refuse @works: 5; down today: 1; limited access: 3; no more internet: 1; connect without: 3`,
  ),
  drops: intent(
    'connection',
    `up down: 7; up and down: 2; vanish/disappear return/come: 6; minute + return/back: 3; when on call + cut: 3; cut when/while: 4; disconnect when/while: 6; going and coming: 6; every now and then: 6; loses signal: 4; @neg stay: 4; @neg constant: 5; comes then/and: 4; blink on: 2; off then on: 6; on then off: 6; jumping: 4; @works then stop/off/cut: 8; @works + then + stop/cut/go/disappear: 4; few minute: 4; then stop/go/cut: 3; come and go: 3; every evening/night/morning: 3; sometimes: 3; disappear every: 5; on off: 7; on and off: 2; come go: 7; go come: 6; drop: 6; @net drop: 3; disconnect every/keep/always/often/time/minute/again/random/randomly/frequently/hour: 8; keep/keeps disconnect: 8; always/often/frequently disconnect/cut: 8; cut every: 8; disconnect: 3;
    keep cut/off/go: 7; unstable: 7; intermittent: 7; fluctuate: 7; unreliable: 5; interrupt: 5; interruption: 5; cut + every/day/youm/always/often: 5; in out: 4; go off every: 8; go off: 3; off every: 4; @net + every minute/hour/time: 4; not stable: 7; stable: 3; cut cut: 7; lose connection every: 5; sometimes + work/off/on: 4; work sometimes: 6`,
  ),
  slow: intent(
    'speed',
    `@net/signal @neg reach: 9; kitchen/bedroom/upstairs/room/sitting: 3; far: 2; whole minute/hour: 4; take minute/hour: 4; speed promise: 3; @neg what promise: 3; take to open/load: 4; poor speed: 2; performance: 4; @neg promised: 3; bandwidth low: 4; too much time: 4; turtle/tortoise: 5; not good: 2; snail: 2; speed like: 2; low speed: 3; super slow: 2; @net heavy: 4; speed + drop/reduce/decrease/go/down: 8; @neg watch @video: 6; keep load: 6; keep spin/rotate/buffering: 6; spinning/rotating: 5; @neg # mbps: 6; age: 4; takes time/minute/hour/long/age: 5; @neg stream: 5; @neg strong: 5; @bad quality: 4; quality: 3; whatsapp/video/call + quality: 3; @slow: 6; @net @slow: 1; speed @bad: 6; @bad speed: 6; speed + @neg: 3; take forever/long/age: 5; forever: 4; too long: 3; speedtest: 6; speed test: 6; @neg + speed + pay: 5; only # mbps: 4; weak: 5; @video + break/stop/hang: 4; hang: 5; fast: 1; @neg fast: 5; 
    @net @bad: 3.5; @bad @net: 3.5; load load: 4; speed @problem: 4; speed drop: 5; speed + low: 3; speed: 1.5; ping: 4; latency: 5; low mbps: 5; kilobytes/kbps: 4; @neg @works well/properly: 2; pixel: 4; loading circle/slow: 3; upload/download @neg: 3; range: 2; bedroom: 2; pay + speed + get: 3; poor: 1.5; poor @net: 2; heavy: 2`,
  ),
  packageSpeed: intent(
    'speed',
    'speed of my: 5; tell + speed: 5; check my speed: 3; speed i have/pay/suppose: 4; confirm + speed: 4; what speed: 5; which speed: 5; how many mbps: 7; how much mbps: 5; my speed: 3; speed have: 3; speed + @package: 2; am on #: 6; what mbps: 5; speed should/supposed: 3; how fast: 5; am supposed get: 3; speed i/we have/get/pay: 2; many mbps: 1; bandwidth: 4',
  ),

  myPackage: intent(
    'account',
    'subscribe: 4; registered on/to/under: 5; what am i: 3; which one am i: 5; what do i pay/have: 2; my monthly: 4; my fee: 4; since when customer: 5; which/what @package + i/my/am/on: 6; my @package: 4; package have: 2; @package am/im on: 4; monthly fee: 5; my plan: 3; am i paying per: 3; when + start/joined + service/customer: 3; customer number/id: 6; my account number: 5; what account number: 4',
  ),
  upgrade: intent(
    'account',
    `change + from @packageName: 6; @packageName to @packageName: 7; double my/the + speed/mbps: 8; from # to # : 6; move me to @packageName: 9; to @packageName: 3; extra speed/mbps: 5; give me # mbps: 5; need # mbps: 5; make it faster: 6; premium: 4; next package: 5; upgrade: 8; faster/higher/bigger/better @package/mbps/speed/internet/net: 6; more mbps/speed: 6; change @package: 5; increase/raise/add/boost + speed/mbps/@package: 7; go/move up: 6; want # mbps: 5; to # mbps: 2; business plan: 3; want faster: 4; change # : 2;
    switch @package/@packageName: 5; want @packageName: 4; take @packageName: 3; up to: 1`,
  ),
  downgrade: intent(
    'account',
    'something cheaper: 6; cheaper: 4; cheaper option/one: 4; less money: 4; save money: 4; lower one: 5; small package: 6; @neg afford: 6; put me on @packageName: 5; afford: 3; back to @packageName: 4; too costly: 4; down to # : 6; downgrade: 9; smaller/lower/cheaper/less/reduce @package/mbps/speed: 8; change smaller/lower/cheaper: 6; go/move down + @package/mbps/plan: 5; reduce my @package/speed/mbps: 3; too expensive: 4; expensive: 4',
  ),
  move: intent(
    'account',
    `hai: 1; another/different house/place/town/compound/location/area: 5; new area: 4; leaving this/our + house/compound/place: 6; going to live: 6; moved to/house: 5; changing house: 6; move/relocate/shift/transfer + @place: 7; move/relocate/shift/transfer + new/internet/connection/service/router/line/area: 5; relocate: 7; relocation: 7; shift: 5; move: 3; new house/place/location/address/apartment: 5; change location/address/house: 7; move to: 2; transfer: 2; change + address/location: 4`,
  ),
  cancel: intent(
    'account',
    `end my/contract: 6; end contract: 4; out of the country: 5; @neg use anymore/again: 4; @neg need + service/internet/anymore: 6; suspend my own/temporarily: 6; temporarily: 5; for a while: 3; switch to another provider/company: 8; another company: 5; remove my account: 5; leaving you: 4; give back router: 3; cancel: 8; terminate: 8; close/end/stop/delete account/service/subscription/contract: 8; stop + my service/subscription/line: 4; pause: 6; @neg want + service/internet + more/anymore: 9; leave + company/service/you: 4; unsubscribe: 8; freeze account: 7; close my: 4; travel: 2; give up: 2; quit: 5; hold + account/service: 4; stop service: 4; disconnect my service/account: 3`,
  ),
  changeDetails: intent(
    'account',
    'spelling: 6; use/this new number: 5; add my number/email/wife: 5; sms + new/other/another number: 5; register + name: 3; in the name: 4; different name: 5; new phone: 3; rename account: 6; old number/email/phone/name: 5; put number: 4; remove number/email: 5; new sim: 5; number + lost/changed: 4; @change + @details: 7; @change my @details: 2; change name: 3; change owner: 4; wrong @details: 4; @details wrong: 4; new @details: 4; account name: 4; account + wife/husband/brother/sister/son/company name: 6; put name: 4; lose sim: 4; sim: 3; transfer ownership/owner: 8; different number/email: 4; add @details: 3',
  ),
  prices: intent(
    'account',
    `rate + @package: 6; rates: 4; charges for internet: 5; fee for: 3; how much + cost: 5; how much + installation/new connection/fiber: 6; quotation/quote: 6; how much for: 3; @package available: 5; @package: 0.5; do you have # mbps: 5; # mbps go for: 5; price: 5; cost: 5; how much + @package: 6; how much + # : 2; what/which @package + have/offer/available/sell/exist/there: 6; package offer: 5; price list: 5; tariff: 6; rate card: 5; how much month: 3; how much per/a/every month/week: 4; @packageName @package + how much/price/cost: 5; @package: 1.5; offer: 2; how much unlimited: 5; cheapest: 5; how much is internet/wifi/installation: 5; other @package: 4; list package: 4; @packageName fiber: 2`,
  ),

  lights: intent(
    'equipment',
    'only power: 4; others off: 3; meaning + light/blink: 4; red light: 2; showing/shows red: 4; no light: 4; light: 5; light + @device: 2; led: 5; lamp: 4; los: 7; pon: 5; red/orange/blink/green/flash/yellow/amber light: 3; light red/orange/green/blink/flash: 3; blink: 5; flash: 3; red: 3; @device + @neg power/light/on: 5; @device @neg turn/switch/come/start/power: 6; @neg power + @device: 5; @device @dead: 4; @device + blink/red/flash: 2',
  ),
  wifiPassword: intent(
    'equipment',
    'rename: 6; wifi pass: 5; key + wifi/network: 5; guest: 3; steal wifi/internet: 6; know my wifi: 5; login/log + router: 5; who is on: 4; share: 2; code + @net: 6; people use my: 5; many people use: 5; remove/block/kick + them/device/people/users: 5; many device: 4; strangers: 4; see who: 5; password: 7; passcode: 7; wifi/network name: 5; ssid: 7; forgot: 3; neighbour + use/steal/on my: 6; people/others/someone/somebody + use/steal + wifi/internet/network: 6; block + device/neighbour/them/people: 6; who + use + wifi/internet/network: 7; who connected: 4; hide + wifi: 5; change wifi: 3; hack: 4; reset wifi/wireless: 4; change @wifiName: 3; neighbour: 2; kick: 4; @wifiName: 1',
  ),
  damage: intent(
    'equipment',
    `long/longer/more/extra/need/want/buy + @wire: 5; @wire: 0.7; antenna/dish + move/turn/shift/fall: 5; technician fix router: 2; my router: 1; router: 1; power surge/high voltage/voltage: 5; water: 2; @device got/was: 2; wet: 4; @neg charging: 4; second router: 6; router fell: 5; crack: 4; thief + @device/@wire: 7; thief take: 5; @wire + loose/out: 4; turn dish/antenna: 6; dish/antenna + turn/move/wind/storm/shift: 6; @neg charge: 3; power + adapter/cable: 3; @device @damage: 6; @damage @device: 6; @device + @damage: 2; new @device: 6; need @device: 5; another @device: 5; @wire + @damage: 7; @wire @dead: 3; replacement: 5; replace: 5; spoil: 5; damage: 5; adapter: 4; charger: 4; steal: 2; steal @device: 5; @device + steal/lose/missing: 6;
    @device @problem: 4; @device @neg @works: 6; @device overheat/hot: 6; overheat: 5; broken: 3; @device + fall: 4; water + @device: 5; @device old: 3; @device + stop: 3; extra @device: 3; buy @device: 5; rodent: 3; socket: 3; port: 2; @device: 1.5; @wire: 2; reset @device: 5; restart @device: 2; reposition/realign dish/antenna: 6; align: 5; dish: 2; antenna: 2; cut + wire/cable/fiber: 3; power supply: 5; faulty: 3`,
  ),

  outage: intent(
    'outage',
    `network/system/net/line collapse/fail/crash: 6; collapse: 4; your network/system/server: 3; from your side/end: 6; your side/end: 4; is it from: 3; fault in: 4; power outage: 2; major: 3; breakdown: 5; any @problem: 3; any @problem with/in: 4; you down/off: 4; working on something: 4; scheduled: 5; planned: 4; everything ok/fine/alright: 5; ok/fine + your network/system: 3; problem + wau/juba/bor/malakal/bentiu/yei: 5; people/everyone/everybody/others/neighbour + @neg @net: 6; @neg @net + area/town/here: 2; whole: 3; network day today + problem: 2; all + here + net: 3; what happen/happening/wrong network/with: 4; what wrong with your: 5; outage: 8; @net/tower/mast/system @dead + area/town/juba/wau/bor/malakal/bentiu/yei/everyone/neighbour/whole: 6; @other + @neg/@dead/@problem: 4; @net + @other: 3; is tower/network/system/mast/server: 4; area: 2.5; in my area: 3; tower/mast/station: 4; are you have problem: 5; you having problem: 3; only me: 7; just me: 6;
    maintenance: 7; blackout: 6; is it me or: 5; network @dead in: 4; general problem: 5; national: 3; is network @dead: 4; any problem/issue network/your/with: 3; server @dead: 5; network problem in: 4; everyone: 3; all of us: 4; neighbour also/too: 3; work on network: 4; working on: 2; wau/bor/malakal/bentiu/yei/juba: 1; is down today: 2; know why network: 2`,
  ),
  whenBack: intent(
    'outage',
    'when + restore/restored: 7; when + normal: 6; back to normal: 6; how soon: 5; @fix when: 4; still how long: 4; be back when: 5; tell us when: 4; how long/many hour/day/time + stay/last/remain/be/wait: 6; how long: 3; come back: 2; time + @net + come/return: 4; today or tomorrow: 3; when + back: 6; when + @net + @fix: 5; when @net @fix/come/work/on: 6; how long + @fix/take/back/last: 4; when @fix: 5; time + back: 5; when finish: 5; when done: 3; hour more: 2; will @net come back: 5; expect back: 4; when again: 3; back on: 2; when restore: 4; restored: 2; estimated: 4; eta: 6',
  ),

  ticket: intent(
    'complaint',
    `what happening/happened with/to + my: 4; opened ticket: 2; reference ticket: 3; somebody/someone be/to + sent: 6; @tech @neg show/come/arrive/turn: 6; called yesterday/before/last: 4; when + somebody/someone: 6; who is handling: 6; my case: 4; job card: 5; repair + when: 5; reported: 2; i told you about: 4; assigned: 5; team/technician on the way: 6; on the way: 5; ticket: 7; tkt: 8; when/day/time @tech @come: 7; @tech @come: 4; technician: 4; @come: 0.5; when + technician: 4; @neg/nobody + @come: 5; nobody come: 4; report + @problem: 5; report + day/week/yesterday/ago/monday/tuesday/friday: 5; status + complaint/ticket/case/issue/report/request/complain: 7;
    update + complaint/ticket/case/issue/report/my: 5; any update: 6; progress: 5; my complaint/case/report/request: 6; my issue: 3; @neg fix yet: 3; follow up: 6; visit: 4; appointment: 6; when + @come: 3; @tech + visit/come/arrive + when/day/time/today/tomorrow: 4; since + report: 4; promise + come: 5; looked my/at: 2; waiting technician/team: 5; feedback: 4; still waiting: 3; waiting + @tech: 4`,
  ),
  complain: intent(
    'complaint',
    `nobody/@neg answer/pick + phone/call/message/sms: 8; @neg respond/reply: 5; nobody reply/respond/help: 6; ignored/ignore me/us/my: 5; bad treatment: 6; treat: 3; disrespect: 7; shouted/insulted/insult me: 7; not serious: 5; poor customer: 6; unacceptable: 4; let down: 4; let me down: 6; regret: 5; tired: 2; complaint: 6; complain: 6; customer service/care + @bad: 7; service + @bad: 4; @bad service/support/company/customer: 6; disappoint: 7; unhappy: 7; dissatisfied: 7; @neg happy/satisfied/impressed/fair: 7; rude: 7; unprofessional: 7; frustrate: 6; annoy: 6; bad experience: 6; @neg respect: 4; unfair: 5; report staff/technician/worker: 4; lie: 3; @tech rude/@bad: 4; @neg professional: 6; lazy: 5; waste: 4;  bribe: 6; asked me for money: 6`,
  ),

  contact: intent(
    'general',
    `helpline: 7; where find/get/meet/see you: 6; directions/direction: 5; landline: 5; website: 2; your whatsapp: 6; branch: 5; come to you: 4; visit you/your: 5; working on saturday/sunday/holidays: 5; what days: 4; whom/who can i call: 6; your phone/number/contact/address/office/email/telephone/location: 7; contact: 5; where + office: 7; office: 3; office address/location/hour: 4; @time + open/close: 5; opening/open/working/business hour: 7; what time + open/close: 6; where are you: 6; where you located: 6; located: 5; whatsapp number: 6; hotline: 6; phone number: 3; email address: 2; call center/centre: 5; open today/sunday/saturday/weekend/holiday: 6; how call/reach/contact you: 6; customer care number: 7; number to call: 6; call you: 4; are you open: 6`,
  ),
  about: intent(
    'general',
    'ai: 3; robot: 3; how you help: 5; what you do: 5; menu: 4; options: 3; start: 1; what can you do: 7; who are you: 7; are you robot/bot/human/person/real/computer/ai: 8; what is your name: 8; your name: 4; how can you help: 6; need help: 2.5; help me: 2.5; help: 2; can you help: 2; have question: 3; assist: 2',
  ),

  thanks: intent(
    'greeting',
    '@neg @works: -9; still: -6; but: -2; @neg: -2; grateful: 4; that all: 5; nothing else: 5; no more question: 5; you helped: 5; welcome: 3; kind: 2; blessing: 4; sorted: 5; lovely: 3; excellent: 3; awesome: 4; sawa: 3; tamam: 3; kuwes: 3; kweis: 3; will do: 4; got it: 4; good now: 2; let me try: 5; will try: 4; ok let: 3; i will check: 3; ok will: 3; have nice/good day/night: 4; connection/internet/it + back: 2; it + @works: 1; stay blessed: 5; blessed: 3; thanks: 3; @works now: 5; @net @works now/again: 3; @works again/fine/well/good/perfectly: 4; is @works: 2; back now: 5; back online: 5; fixed now: 5; appreciate: 4; solve now: 5; is ok now: 5; ok now: 4; good now: 4; fine now: 4; resolved: 4; bye: 4; goodbye: 4; good bye: 4; good night: 3; see you: 2; ok: 1.6; alright: 2; great: 2; cool: 2; nice: 2; perfect: 3; god bless: 4; understood: 2.6; well done: 4; good job: 4; it worked: 5; that @works: 4; came back: 3; done: 2; any more: 2; happy: 2; love you: 3; good service: 5; best: 2',
  ),
  hello: intent(
    'greeting',
    'hello: 2.6; good morning/afternoon/evening/day: 3; morning: 2; afternoon: 2; evening: 2; how are you: 2.6; greetings: 3; dear: 2; anyone there: 3; are you there: 3; anybody: 2',
  ),
} satisfies Record<string, Intent>;

export type IntentName = keyof typeof intents;
